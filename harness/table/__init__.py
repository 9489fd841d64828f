"""What players ask: who wins (`showdown`), how often (`odds`), what is a hand worth (`asking`)."""
