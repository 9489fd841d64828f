EQUAL: dict[tuple[str, str], str] = {}
