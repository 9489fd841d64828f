"""Check whether an evaluator orders every hand as the rules do: from its name to its `Verdict`.

The way of the data, and the order in which to read:

1. `equivalence`: the proof, and `verdicts_on`, which cuts the hands of a scope into tasks and
   judges the results.
2. `questions`: the hands of the preflight, the first task: the same hands in other orders and
   other suits.
3. `tasks`: a worker gets hands and their class numbers, and returns its distinct keys and, for
   each hand, the index of its key (the code).
4. `examination`: in the worker, a key for each hand, or a failure at a hand.
5. `table`: back here, how many hands of each class got each key.
6. `judgement`: the results that end the check early (`Results.needs`), and the way from the table
   to the `verdict`, with the wrong showdowns (`showdowns`), the classes that are misplaced
   (`families`), a hint (`hints`) and two hands that show it (`witness`).

`state` keeps what is finished; `cluster` runs tasks on other machines; `statuses` has the words of
a verdict. Which hands there are stands in `harness.hands.scopes`, how each style is asked in
`harness.adapters.styles`.
"""
