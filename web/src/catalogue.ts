// Written by `make messages` from src/goldrush/games/__init__.py, texts.py and bots/personas.py: change it there.

export const GAMES = {
  gold: { seats: [2, 5] },
  goldrausch: { seats: [2, 5] },
  oh_my_gold: { seats: [2, 4] },
  gold_river: { seats: [2, 6] },
  golden_town: { seats: [2, 4] },
} as const;

export const LANGUAGES = {
  en: "English",
  fr: "Français",
} as const;

export const PERSONAS = {
  zoe: { stars: 1 },
  felix: { stars: 2 },
  marius: { stars: 3 },
  odile: { stars: 3 },
  ines: { stars: 4 },
  anselm: { stars: 5 },
  maud: { stars: 5 },
} as const;
