"""csv: lines to fields and back, for the usual dialect and its usual options."""

from csv import Error


def reader(lines, delimiter, quotechar, skipinitialspace):
    fields = []
    field = ""
    state = 0  # 0 start of a record, 1 start of a field, 2 in a field, 3 in a quoted field, 4 after a quote in one, 5 after a line's end
    for line in lines:
        for character in line:
            if state == 5:
                if character in "\r\n":
                    continue
                raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
            if state == 0 and character in "\r\n":
                state = 5
            elif state in (0, 1):
                if character in "\r\n":
                    fields.append(field)
                    field = ""
                    state = 5
                elif character == quotechar:
                    state = 3
                elif character == " " and skipinitialspace:
                    state = 1
                elif character == delimiter:
                    fields.append(field)
                    field = ""
                    state = 1
                else:
                    field += character
                    state = 2
            elif state == 2:
                if character in "\r\n":
                    fields.append(field)
                    field = ""
                    state = 5
                elif character == delimiter:
                    fields.append(field)
                    field = ""
                    state = 1
                else:
                    field += character
            elif state == 3:
                if character == quotechar:
                    state = 4
                else:
                    field += character
            elif character == quotechar:
                field += character
                state = 3
            elif character == delimiter:
                fields.append(field)
                field = ""
                state = 1
            elif character in "\r\n":
                fields.append(field)
                field = ""
                state = 5
            else:
                field += character
                state = 2
        if state == 3:
            continue
        if state in (1, 2, 4):
            fields.append(field)
            field = ""
        yield fields
        fields = []
        state = 0
    if state == 3:
        fields.append(field)
        yield fields


def dict_reader(lines, fieldnames, restval, delimiter, quotechar, skipinitialspace):
    names = fieldnames
    for row in reader(lines, delimiter, quotechar, skipinitialspace):
        if names is None:
            names = row
            continue
        if not row:
            continue
        if len(row) > len(names):
            raise ValueError("a row with more fields than names is not supported in compiled code")
        found = dict(zip(names, row, strict=False))
        if len(row) < len(names):
            if restval is None:
                raise ValueError("a row with fewer fields than names needs `restval=` in compiled code")
            for name in names[len(row) :]:
                found[name] = restval
        yield found
