// Written by `make messages` from src/goldrush/games/__init__.py and texts.py: change it there.

export const GAMES = ["gold","goldrausch","oh_my_gold","gold_river","golden_town"] as const;

export const LANGUAGES = {"en":"English","fr":"Français"} as const;
