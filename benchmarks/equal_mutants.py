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
    (
        "if self.witness and self.witness.kind == UNSTEADY:",
        "if self.witness and self.witness.kind >= UNSTEADY:",
    ): "no kind comes after this one in the alphabet",
    (
        "as_text = format_hand if witness.kind == UNSTEADY else best_first  # order may differ",
        "as_text = format_hand if witness.kind >= UNSTEADY else best_first  # order may differ",
    ): "no kind comes after this one in the alphabet",
    (
        "MOST_HANDS_OF_A_CLASS = 1_020",
        "MOST_HANDS_OF_A_CLASS = 1021",
    ): "one hand more to choose a witness from",
    (
        "in_order = [place for _, place in sorted(cells)] == list(range(len(keys)))",
        "in_order = [place for _, place in sorted(cells)] is list(range(len(keys)))",
    ): "the long way finds nothing wrong either",
    ("random = Random(0)", "random = Random( 1)"): "other hands, of which as much is true",
    ("STEP = 0.05", "STEP = 1.05"): "a worker announces less often",
}
