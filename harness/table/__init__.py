"""What players ask: who wins (`showdown`), how often (`odds`), what a hand is worth (`asking`)."""
