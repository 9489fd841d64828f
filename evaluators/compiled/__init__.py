"""Evaluators in machine code: what all files `compiled.py` share.

`machine_code` compiles functions with Numba and keeps them on disk, `hands` feeds them arrays of
hands, `suits` finds flushes, and `store` says where machine code is kept, and whether it is there.
"""
