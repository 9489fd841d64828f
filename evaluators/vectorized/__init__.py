"""The strategies over whole arrays of hands, with NumPy: the `numpy` style.

One file for each strategy, and each is that strategy: the matrix is built and summed, the APL
way sorts and groups, the buckets are filled. An evaluator takes an ``(n, k)`` array of card
numbers, of any integer dtype and any strides, and returns an ``(n,)`` array of keys whose order
is the order of the hands. Where a strategy's key is a number, these are the very same numbers as
in the `python` style; where it is a tuple, it is packed into one integer with the tuple's order,
and ``unpack`` gives the tuple back.

Like all hot paths these check nothing. `evaluators.rank_many` does.
"""
