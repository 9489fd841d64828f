"""Mutants that mean the same as the original: the line before and after, and the reason."""

EQUAL: dict[tuple[str, str], str] = {
    (
        "elif verdict.witness and verdict.witness.kind == RENAMED:",
        "elif verdict.witness and verdict.witness.kind is RENAMED:",
    ): "the kind is always this constant itself",
    (
        "usual = [min(places[number], key=lambda place: (-places[number][place], place))",
        "usual = [min(places[number], key=lambda place: (~places[number][place], place))",
    ): "~n is -n - 1, which has the same order",
}
