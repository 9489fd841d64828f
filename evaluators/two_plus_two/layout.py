"""The layout of the table of the walk.

The table has 612,978 rows of 53 entries: 32,487,834 little-endian uint32 numbers, 130 MB. A row is
a state of the walk, and its place in the table is its number times 53. So ``place + card`` is the
entry of a card, and this entry is the place of the next row. The last entry of a row, ``place +
END``, is the class number of a hand of five or six cards that ends there. The seventh card needs no
row: the entries of rows of six cards are the class numbers of seven.

Row 0 is the end of invalid hands: all its entries are 0. So is the entry of a card that cannot come
next, because the hand has it, or because its rank is there four times. Row 1 is the start.
"""

ROW = 53
"""Entries per row."""

START = ROW
"""The place of row 1."""

END = 52
"""The column after those of the cards."""
