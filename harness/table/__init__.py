"""Answer players: who wins (`showdown`), how often (`odds`), with which key (`asking`)."""
