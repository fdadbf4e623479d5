"""csv: lines to fields and back, for the usual dialect and its usual options."""

from csv import Error


def check(delimiter, quotechar):
    for name, value in (("delimiter", delimiter), ("quotechar", quotechar)):
        if len(value) != 1:
            raise TypeError(f'"{name}" must be a 1-character string')


def reader(lines, delimiter, quotechar, skipinitialspace):
    check(delimiter, quotechar)
    return records(lines, delimiter, quotechar, skipinitialspace)


def records(lines, delimiter, quotechar, skipinitialspace):
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


class DictReader:
    def __init__(self, rows, fieldnames, restval):
        self._fieldnames = fieldnames
        self.restval = restval
        self.reader = rows

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        if names is None:
            raise StopIteration
        if len(row) > len(names):
            raise NotImplementedError("a row with more fields than names is not supported in compiled code")
        found = dict(zip(names, row, strict=False))
        for name in names[len(row) :]:
            found[name] = self.restval
        return found


def new_dict_reader(lines, fieldnames, restval, delimiter, quotechar, skipinitialspace):
    return DictReader(reader(lines, delimiter, quotechar, skipinitialspace), fieldnames, restval)


def is_quoted(text, delimiter, quotechar, lineterminator):
    return any(character in (delimiter, quotechar) or character in lineterminator for character in text)


class Writer:
    def __init__(self, file, delimiter, quotechar, quoting, lineterminator):
        check(delimiter, quotechar)
        self.file = file
        self.delimiter = delimiter
        self.quotechar = quotechar
        self.quoting = quoting
        self.lineterminator = lineterminator

    def _field(self, value, alone):
        text = "" if value is None else str(value)
        quoted = self.quoting == 1 or (self.quoting == 2 and not isinstance(value, (int, float)))
        quoted = quoted or (alone and text == "") or is_quoted(text, self.delimiter, self.quotechar, self.lineterminator)
        if not quoted:
            return text
        return self.quotechar + text.replace(self.quotechar, self.quotechar * 2) + self.quotechar

    def writerow(self, row):
        alone = len(row) == 1
        line = self.delimiter.join([self._field(value, alone) for value in row])
        return self.file.write(line + self.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def new_writer(file, delimiter, quotechar, quoting, lineterminator):
    return Writer(file, delimiter, quotechar, quoting, lineterminator)


class DictWriter:
    def __init__(self, writer, fieldnames, restval, extrasaction):
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.writer = writer
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction

    def writeheader(self):
        return self.writer.writerow(self.fieldnames)

    def writerow(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [repr(key) for key in rowdict if key not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(wrong))
        return self.writer.writerow([rowdict.get(key, self.restval) for key in self.fieldnames])

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)


def new_dict_writer(file, fieldnames, restval, extrasaction, delimiter, quotechar, quoting, lineterminator):
    return DictWriter(Writer(file, delimiter, quotechar, quoting, lineterminator), fieldnames, restval, extrasaction)
