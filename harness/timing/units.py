"""Times and sizes as text, with their units."""

from math import floor, log10

UNITS = {"import": "ms", "first-5": "ms", "memory": "MB"}
"""The units of costs before the first hand; all else is nanoseconds per hand."""


def number(value: float, workload: str) -> str:
    """A number in the unit of a workload: nanoseconds with a decimal only below 100.

    >>> [number(value, "random-5") for value in (0.0123, 0.96, 12.34, 100.2, 1234.5)]
    ['0.01', '1.0', '12.3', '100', '1,234']
    >>> number(1e6, "import"), number(4096, "memory")
    ('1.00', '0.0041')
    """
    if workload in UNITS:
        in_unit = value / 1e6
        return f"{in_unit:,.2f}" if in_unit >= 0.095 or not value else f"{in_unit:.2g}"
    if value < 0.095:  # as null of arrays is
        return f"{value:.1g}"
    return f"{value:,.1f}" if value < 99.95 else f"{value:,.0f}"


def ratio(value: float) -> str:
    """A ratio with three decimals; a small one with two digits.

    >>> [ratio(value) for value in (12.3456, 0.5, 0.0123, 0.000048)]
    ['12.346', '0.500', '0.012', '0.000048']
    """
    return f"{value:.{3 if value >= 0.1 else 1 - floor(log10(value))}f}"


def nanoseconds(value: float) -> str:
    """A time with its unit, in two or three digits.

    >>> nanoseconds(13.07), nanoseconds(212.4), nanoseconds(7_283.5), nanoseconds(2.4e8)
    ('13 ns', '212 ns', '7.3 µs', '240 ms')
    >>> nanoseconds(0.0091)
    '0.009 ns'
    """
    scales = (1e9, "s"), (1e6, "ms"), (1e3, "µs")
    size, unit = next((scale for scale in scales if value >= scale[0] * 0.9995), (1, "ns"))
    scaled = value / size
    if scaled < 0.095:
        return f"{scaled:.1g} {unit}"
    return f"{scaled:.1f} {unit}" if scaled < 9.95 else f"{scaled:.0f} {unit}"


def megabytes(value: float) -> str:
    """Bytes in megabytes, in two digits.

    >>> megabytes(8_192), megabytes(1.84e6), megabytes(129_951_336)
    ('0.0082 MB', '1.8 MB', '130 MB')
    """
    return f"{float(f'{value / 1e6:.2g}'):g} MB"
