"""Mutants that mean the same as the original: for each file, the changed line and the reason."""

EQUAL: dict[str, dict[str, str]] = {
    "evaluators/cactus_kev/arrays.py": {
        "repeated = np.flatnonzero(numbers <= 0)": "the numbers are unsigned",
    },
    "evaluators/count_buckets/arrays.py": {
        "threes, twos = triple, twos + (threes ^ triple)": "a rank has no bit in both",
    },
    "evaluators/matrix_score/lesson.py": {
        "flush = max(of_suit) >= 5": "a suit has five cards at most",
    },
    "evaluators/matrix_score/scalar.py": {
        "matrix = [[0] * 16, [0] * 15, [0] * 15, [0] * 15]  # columns 0 and 1 stay empty":
            "no card is in column 15, and nothing reads it",
    },
    "evaluators/sort_by_count/published.py": {
        "return straight & flush, int(len(rows) <= 2), *flags, rotated":
            "five cards have two ranks at least",
    },
    "harness/checking/array_shards.py": {
        "(slice(n, n + 1), hands[n : n + 1]) for n in range(0, len(hands), len(hands) // 101)":
            "one hand more is asked about alone",
        "(slice(n, n + 1), hands[n : n + 1]) for n in range(0, len(hands), len(hands) // 99)":
            "one hand less is asked about alone",
        "RANDOM_HANDS = 20001": "one random hand more is asked about",
        "if len(dtypes) != 1:  # concatenation would round them to one":
            "there is at least one batch, and so at least one dtype",
        "continue": "the rest of the loop is run for nothing",
        "workers.announce( -1, limits.loading, LOADING)": "no place is shown while it loads",
        "workers.announce( 1, limits.loading, LOADING)": "no place is shown while it loads",
    },
    "harness/checking/comparing.py": {
        "random = Random( 2)": "other random pairs",
        "if isinstance(answer, int | float) and not isinstance(answer, bool) and answer <= answer:":
            "nan is not <= nan either",
        'result.found_out = "positive" if positive >= 0 else "negative"': "it is not 0 here",
    },
    "harness/checking/equivalence.py": {
        "ARRAY_SHARD = 1 << 18": "shards of another size, the same hands",
        "COMMAND_SHARD = 200001  # each shard starts the command":
            "shards of another size, the same hands",
    },
    "harness/checking/failures.py": {
        "return sorted(failures.values(), key=lambda failure: (~failure.showdowns, failure.kind))":
            "~n is -n - 1, which has the same order",
    },
    "harness/checking/judgement.py": {
        "MOST_HANDS_OF_A_CLASS = 1021": "one hand more to choose a witness from",
        "if len(by_type) != 1:": "there is a key, and so at least one type",
        "return 5 * one_deck + (ranks & weaker_ranks).total() - abs(stronger - weaker) / 9999":
            "the last term is below 1 in both",
        "return 5 * one_deck + (ranks & weaker_ranks).total() - abs(stronger - weaker) / 10001":
            "the last term is below 1 in both",
        "in_order = [place for _, place in sorted(cells)] is list(range(len(keys)))":
            "the long way finds nothing wrong either",
    },
    "harness/checking/properties.py": {
        "elif verdict.witness and verdict.witness.kind is RENAMED:":
            "the kind is always this constant itself",
    },
    "harness/checking/questions.py": {
        "random = Random( -1)": "other hands, of which as much is true",
        "random = Random( 1)": "other hands, of which as much is true",
        "yield tuple(4 * rank + (suit if not n else odd_suit) for n, rank in enumerate(ranks))":
            "four cards are in the other of two random suits",
        "yield tuple(4 * rank | (suit if n else odd_suit) for n, rank in enumerate(ranks))":
            "a suit is below 4, so adding it sets its bits",
    },
    "harness/checking/shards.py": {
        "STEP = -0.95": "a worker announces before every hand",
        "STEP = 1.05": "a worker announces less often",
        "continue": "the rest of the loop is run for nothing",
    },
    "harness/checking/witness.py": {
        "as_text = format_hand if witness.kind >= UNSTEADY else best_first  # order may differ":
            "no kind comes after this one in the alphabet",
    },
    "harness/hands/arrays.py": {
        "continue": "the rest of the loop is run for nothing",
    },
    "harness/hands/scopes.py": {
        "if size <= 4:": "the same hands, made one by one",
        "return [[comb(cards, size - place) for cards in range( 52)] for place in range(size)]":
            "no card has 52 cards above it",
    },
    "harness/checking/state.py": {
        'name = hashlib.sha256(task.name.encode(errors="surrogatepass")).hexdigest()[: 13]':
            "names of files, one letter longer",
    },
    "harness/timing/regressions.py": {
        "in_question = [pair for pair in pairs if not names or pair[ -1].name in names]":
            "both timings of a pair have one name",
        "anchors = [pair for pair in pairs if not names or pair[ 1].name not in names]":
            "both timings of a pair have one name",
        "anchors = [pair for pair in pairs if not names or pair[ -1].name not in names]":
            "both timings of a pair have one name",
    },
}  # fmt: skip
