def print_values(n: int) -> int:
    print("n is", n, [n], sep=", ", end="!\n")
    print()
    print(n)
    return n


ARGUMENTS = {print_values: [(3,)]}
