"""The words with which addresses of a server begin: those of its pages, and all others."""

PAGES = (
    "about",
    "admin",
    "best",
    "bots",
    "daily",
    "device",
    "figures",
    "friends",
    "games",
    "me",
    "mine",
    "people",
    "privacy",
    "replay",
    "review",
    "rules",
    "settings",
    "t",
    "table",
    "unsubscribe",
)  # see App.svelte
PLACES = (*PAGES, "api", "assets", "health", "metrics")
