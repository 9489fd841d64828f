"""The field: published evaluators, each held to every hand. See README.md here."""
