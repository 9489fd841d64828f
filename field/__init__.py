"""The field: published evaluators, each checked on every hand. See README.md here."""
