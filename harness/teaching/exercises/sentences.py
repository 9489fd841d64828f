"""All sentences of the grader: what is wrong, and what to do about it.

A sentence has parts in braces. Hands are not among them: they stand on a line of their own, or
nowhere, if the step is a hidden one.

>>> SENTENCES["missing"].words.format(function="category", parameters="hand")
'There is no function category: write def category(hand): in the file.'
"""

from typing import NamedTuple

WRONG, ERROR, TIMEOUT = "wrong", "error", "timeout"


class Sentence(NamedTuple):
    """A sentence of the grader.

    Attributes:
        status: `WRONG` if there was an answer, `ERROR` if there was none, `TIMEOUT` if it was late.
        words: the sentence, with its parts in braces.
    """

    status: str
    words: str


SENTENCES: dict[str, Sentence] = {
    # --- The file. ---
    "no_file": Sentence(ERROR, "No file was handed in that ends in .py: hand in {file}."),
    "several_files": Sentence(
        ERROR, "{count} files end in .py, and none is called {file}: hand in {file} alone."
    ),
    "empty": Sentence(ERROR, "The file is empty: save your code, and hand it in again."),
    "not_text": Sentence(
        ERROR, "The file is not text in UTF-8: save it in an editor for code, as UTF-8."
    ),
    "unreadable": Sentence(ERROR, "The file cannot be read ({error}): hand in a file of its own."),
    "syntax": Sentence(
        ERROR, "Line {line} is not Python ({error}): look at it, and at the line above."
    ),
    "not_installed": Sentence(
        ERROR, "Line {line} imports {module}, which is not installed here: do without it."
    ),
    "loading_raises": Sentence(
        ERROR, "Loading the file ends in line {line} with {error}: run the file, and mend that."
    ),
    "loading_late": Sentence(
        TIMEOUT, "Loading the file takes too long: is there a loop outside of the functions?"
    ),
    "missing": Sentence(
        ERROR, "There is no function {function}: write def {function}({parameters}): in the file."
    ),
    "misspelled": Sentence(
        ERROR, "There is no function {function}, but there is {similar}: call it {function}."
    ),
    "not_a_function": Sentence(
        ERROR, "{function} is not a function but {value}: write def {function}({parameters}):"
    ),
    "parameters": Sentence(
        ERROR, "{function} takes other arguments: write def {function}({parameters}):"
    ),
    "missing_value": Sentence(ERROR, "There is no {name}: write {name} = {form} in the file."),
    # --- A call. ---
    "none": Sentence(
        ERROR, "{function} returns None: every way through it has to end with return and a value."
    ),
    "none_printed": Sentence(
        ERROR, "{function} returns None, and prints {text}: write return in place of print."
    ),
    "none_of_method": Sentence(
        ERROR,
        "{function} returns what {method}() returns, and that is None: it changes the list in "
        "place, so write return with the list in a line below.",
    ),
    "not_called": Sentence(
        ERROR, "{function} returns {value}, which is not called: its brackets are missing."
    ),
    "raises": Sentence(ERROR, "{function} ends in line {line} with {error}: try it on this case."),
    "letter_as_number": Sentence(
        ERROR,
        "Line {line} takes {letter} for a number: the ranks are 2 to 9, then T, J, Q, K and A.",
    ),
    "no_such_key": Sentence(
        ERROR, "Line {line} looks up {key} in a dictionary that has no {key}: which keys has it?"
    ),
    "asks": Sentence(
        ERROR,
        "Line {line} calls input(), and nobody types here: let functions use their parameters.",
    ),
    "exits": Sentence(ERROR, "Line {line} ends the whole program: write return instead."),
    "endless_calls": Sentence(
        ERROR, "Line {line} calls its own function again and again: when does that end?"
    ),
    "late": Sentence(
        TIMEOUT, "There is no answer within {seconds}: is there a loop that never ends?"
    ),
    "too_long": Sentence(
        TIMEOUT,
        "Grading takes longer than {seconds} in all: the last step asks about 2,598,960 hands, so "
        "a call may take microseconds, and not milliseconds.",
    ),
    "memory": Sentence(
        ERROR, "{function} needs more than {megabytes} MB: is there a list that only grows?"
    ),
    "died": Sentence(ERROR, "The program ended without an answer: {how}."),
    "changed": Sentence(
        ERROR, "{function} changes the list that it is given: sort or change a copy of it."
    ),
    "two_answers": Sentence(
        WRONG, "{function} has two answers to one question, {first} and {second}: what is kept?"
    ),
    "remembers": Sentence(
        WRONG,
        "{function} returns {value}, and in a new program it returns {right}, which is right: does "
        "it remember earlier calls, in a list or dictionary outside of the function?",
    ),
    "by_chance": Sentence(
        WRONG,
        "It answers differently each time it is started: a set has no order, so sort it, or use a "
        "list.",
    ),
    "wrong_type": Sentence(ERROR, "{function} returns {value}, and should return {wanted}."),
    "strange": Sentence(
        ERROR,
        "An answer cannot be read ({error}): return plain numbers, texts, lists and the like.",
    ),
    "wrong_value": Sentence(WRONG, "{function} returns {value}; right is {right}."),
    # --- Keys. ---
    "not_comparable": Sentence(
        ERROR, "The keys {first} and {second} cannot be compared: make all keys of the same form."
    ),
    "not_a_key": Sentence(ERROR, "evaluate returns a key that has no order: {error}."),
    "upside_down": Sentence(
        WRONG, "A royal flush has a lower key than the weakest hand: the higher key has to win."
    ),
    "wrong_order": Sentence(
        WRONG, "By the rules, {first} {rules} {second}, and by the keys it {says} it."
    ),
    "fault": Sentence(WRONG, "{family}."),
    "two_keys": Sentence(WRONG, "The same cards get two keys: {hint}."),
    "no_verdict": Sentence(ERROR, "The check of the hands stops: {message}."),
    "no_verdict_in_time": Sentence(TIMEOUT, "The check of the hands stops: {message}."),
    # --- 01, name the category. ---
    "no_such_category": Sentence(
        WRONG, "{value} is not one of the nine names; for this hand, write {right}."
    ),
    # --- 03, produce the nine counts. ---
    "no_count": Sentence(
        ERROR, "The dictionary has no {name}: write it with its count, which may be 0."
    ),
    "no_such_count": Sentence(
        ERROR, "The dictionary has {value}, which is not one of the nine names."
    ),
    "wrong_sum": Sentence(
        WRONG, "The nine counts add up to {total}, and the deck has {right} hands of five cards."
    ),
    "wrong_count": Sentence(WRONG, "The count of {category} is {value}; right is {right}."),
    # --- 06, find the smallest safe base. ---
    "not_safe": Sentence(
        WRONG, "Base {base} is not safe: a row gives no greater number than the row before it."
    ),
    "not_the_smallest": Sentence(
        WRONG, "Base {base} is safe, and a smaller one is safe, too: begin to look at 2."
    ),
    # --- 07, write two lookups. ---
    "not_refused": Sentence(
        WRONG,
        "{function} returns {value} for a number that is not in the list: compare, then raise "
        "KeyError.",
    ),
    "refused": Sentence(WRONG, "{function} raises KeyError for a product that is in the list."),
    "many_looks": Sentence(
        WRONG,
        "by_search looks at {looks} of {entries} numbers, and {most} are enough: does each look "
        "halve what is left?",
    ),
    "table_of": Sentence(
        ERROR,
        "{what} {value}: write the hash table yourself, of lists, tuples, whole numbers and None.",
    ),
    "table_large": Sentence(
        WRONG,
        "The table of make_table has more than {most} entries: a hash makes one place serve for "
        "many numbers.",
    ),
    "found_elsewhere": Sentence(
        WRONG,
        "by_hash finds a product without a look at its table: take it from the table, and from "
        "nowhere else.",
    ),
    "slow_table": Sentence(
        WRONG,
        "by_hash looks at {looks} numbers of its table on average, and {most} are asked for: "
        "would more places have fewer collisions?",
    ),
    "not_a_pair": Sentence(ERROR, "COLLISION is {value}: write two whole numbers, {form}."),
    "not_five_different": Sentence(
        WRONG, "The number of COLLISION, {number}, is not the product of five different PRIMES."
    ),
    "not_a_product": Sentence(
        WRONG, "The product of COLLISION, {number}, is not one of the 4,888 products."
    ),
    "no_collision": Sentence(
        WRONG,
        "The hash gives {number} the place {place}, and {product} the place {other}: these do not "
        "collide.",
    ),
    # --- 08, kill the mutants. ---
    "no_test": Sentence(
        ERROR, "There is no test: write def test_category(evaluate): with an assert in it."
    ),
    "never_fails": Sentence(
        WRONG, "The tests pass if all hands have the same key: assert which of two keys is higher."
    ),
    "false_alarm": Sentence(
        WRONG,
        "{test} fails on a right evaluator, whose keys are {kind}: are the hands in the order of "
        "the rules, and their keys compared with nothing but <, > and ==?",
    ),
    "missed_bug": Sentence(
        WRONG, "The tests catch {caught} of {number} bugs. They miss this one: {cause}."
    ),
    "not_a_hand": Sentence(
        ERROR, "{test} asks about {value}: a hand is a list of five different cards such as 'Kd'."
    ),
    "too_many_questions": Sentence(
        ERROR, "The tests ask one evaluator about more than {most} hands: choose fewer hands."
    ),
    # --- Two hands, in WITNESS or WRONG. ---
    "not_two_hands": Sentence(
        ERROR, "{name} is {value}: write two hands, the better one first, as in {form}."
    ),
    "no_hands_yet": Sentence(
        ERROR, "{name} is still empty: write two hands, the better one first, as in {form}."
    ),
    "no_hand": Sentence(ERROR, "{name} is not two hands of five cards: {error}."),
    "same_class": Sentence(
        ERROR, "The two hands of {name} tie by the rules: choose two that do not."
    ),
    "worse_first": Sentence(
        ERROR, "The second hand of {name} beats the first: write the better hand first."
    ),
    # --- 09, mend your own mutant. ---
    "other_seed": Sentence(
        ERROR, "This file is the mutant of seed {theirs}, and it is graded with seed {seed}."
    ),
    "no_proof": Sentence(
        WRONG, "Your mutant orders these two hands as the rules do: look for two that it mixes up."
    ),
    "no_such_fault": Sentence(
        WRONG,
        "FAULT is {value}, which is not one of the names: take one from the list in the task.",
    ),
    "another_fault": Sentence(
        WRONG, "FAULT is {value}, and that is another fault: which line mixes up your two hands?"
    ),
    "rewritten": Sentence(
        WRONG, "{changes} lines differ from your mutant: mend it with {most} or fewer."
    ),
    # --- 10, fool the check. ---
    "not_wrong": Sentence(
        WRONG,
        "Without the check, evaluate orders the two hands of WRONG correctly, when they are its "
        "first two questions: choose hands, or an order of cards, that it gets wrong.",
    ),
    "wrong_at_once": Sentence(
        WRONG,
        "Without the check, evaluate is wrong about these two, too, and everybody would notice: "
        "be wrong about fewer hands.",
    ),
    "no_kind": Sentence(ERROR, 'KIND is {value}: write KIND = "cheating" or KIND = "hole".'),
    "few_words": Sentence(ERROR, "WHY has {number} words: explain it in {most} or more."),
    "kind_not_named": Sentence(ERROR, "WHY does not contain the word {kind}, which is its KIND."),
    "is_hole": Sentence(
        WRONG,
        "Without the check, evaluate answers the questions that the check asks about these hands "
        "correctly, too: the check never asks what shows the fault, so this is a hole.",
    ),
    "is_cheating": Sentence(
        WRONG,
        "Without the check, evaluate answers a question wrongly that the check asks: the check "
        "sees that, unless evaluate behaves differently when it is checked, which is cheating.",
    ),
    # --- 11, say which differences are real. ---
    "other_names": Sentence(
        WRONG, "read finds these evaluators: {names}; in the lines are: {right}."
    ),
    "other_order": Sentence(
        WRONG,
        "The times of {name} are not in the order of their rounds: as numbers, 2 comes before 10.",
    ),
    "other_times": Sentence(WRONG, "read finds the times {value} for {name}; right is {right}."),
    "few_values": Sentence(
        WRONG,
        "interval returns {value}, and with {number} values no interval covers more than 95 %: "
        "return (-inf, inf).",
    ),
    "other_coverage": Sentence(
        WRONG,
        "interval leaves out {left_out} of {number} values at each end, which covers {covered}; "
        "leave out {right}, which covers {right_covered}.",
    ),
    "not_real": Sentence(
        WRONG,
        "The pair {faster} and {slower} is in the list, and the interval of their ratios within "
        "rounds contains 1.",
    ),
    "other_way": Sentence(
        WRONG, "{faster} is faster than {slower}, and the pair has them the other way around."
    ),
    "not_listed": Sentence(
        WRONG,
        "The pair {faster} and {slower} is not in the list, and the interval of their ratios "
        "within rounds is above 1.",
    ),
    "not_sorted": Sentence(
        WRONG, "real_differences returns {value}; sorted, each pair once, it is {right}."
    ),
    # --- 12, twice as fast. ---
    "too_slow": Sentence(
        WRONG,
        "evaluate is {ratio} times as fast as the given one (median of {rounds} rounds, interval "
        "{low} to {high}), and {least} times is asked for: what does it compute more than once?",
    ),
    "slow_category": Sentence(
        WRONG,
        "For {category}, evaluate is {ratio} times as fast as the given one (median of {rounds} "
        "rounds, interval {low} to {high}): it should not be slower there.",
    ),
}

ABOUT_THE_FILE = {
    *("no_file", "several_files", "unreadable", "empty", "not_text", "syntax", "not_installed"),
    *("loading_raises", "loading_late", "missing", "misspelled", "not_a_function", "parameters"),
    "missing_value",
}
"""Sentences after which no chapter helps."""

REMARKS = {
    "printed": "It prints while it is graded: take print out, since it costs time.",
    "imports": "It imports {names}: look whether allhands computes the answer.",
    "looks_around": "It uses {names}: look whether it reads or changes the grader.",
    "twins": "It is the same file as that of {names}.",
}
"""What is said besides, and costs no points; students see the first one only."""
