"""Draws docs/terminal.svg, the picture in the README: GOLD as the terminal shows it."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from goldrush import Match
from goldrush.core import rng
from goldrush.terminal import words
from goldrush.terminal.boards import board

match = Match("gold", 3)
stream = rng.new(4)
s = match.position.record
while s.turns < 19 or s.turn != 0 or s.turned != 1:
    match.play(match.position.random_step(stream))

texts = words.texts("en", "gold", ["Ada", "Bot 1", "Bot 2"])
view = match.position.view(0)
log = [texts.line(line) for lines in match.lines(0) for line in lines]
console = Console(
    record=True, width=112, file=StringIO(), highlight=False, color_system="truecolor"
)
console.print(board("gold").draw(view, texts, 112, 40))
for line in log[-7:]:
    console.print(f"  {line}", style="dim")
console.print()
console.print(texts.line(view["prompt"]), style="bold")
console.print(f"{texts('table.ask', what=texts('board.ask'))} > ▌")
svg = console.export_svg(title="goldrush play gold")
svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no fonts from elsewhere
svg = svg.replace("Fira Code", "DejaVu Sans Mono")
Path(__file__).with_name("terminal.svg").write_text(svg, "utf-8")
