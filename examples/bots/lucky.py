#!/usr/bin/env python3
"""A bot that speaks the lines of docs/bots.md itself: it plays anything, by luck."""

import json
import sys

for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "goldrush":
        print("goldrush", 1, flush=True)
    elif word == "choose":
        view = json.loads(rest)
        print(view["actions"][view["luck"] % len(view["actions"])], flush=True)
