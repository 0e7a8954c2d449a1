"""What bots do who have no time to think, or no code to think with."""

import msgspec

from goldrush.bots.policy import PLAYER, Bot
from goldrush.bots.policy import bot as open_bot
from goldrush.bots.seat import Answer, BotSeat, Question, answer, restored
from goldrush.core import blank
from goldrush.match import Match


def choose_at_once(seat: BotSeat, match: Match) -> int:
    """What a bot chooses who has no time: a search does as the hand-made player would."""
    if seat.bot.policy.COMPILED:
        return seat.choose(match)
    return seat.settle(answer_simply(seat.bot, seat.question(match)))


def answer_simply(bot: Bot, question: Question) -> Answer:
    """What the hand-made player answers in a bot's stead."""
    asked = simpler(bot, question)
    return instead(answer(bot.game, open_bot(bot.game, PLAYER), asked), question, asked)


def simpler(bot: Bot, question: Question) -> Question:
    """The same question to the hand-made player, who remembers what the one in the bot does."""
    player = open_bot(bot.game, PLAYER)
    return msgspec.structs.replace(question, bot=PLAYER, memory=_mind(bot, player, question))


def instead(found: Answer, question: Question, asked: Question) -> Answer:
    """An answer with what the bot itself remembers, if somebody else was asked."""
    memory = found.memory if asked.bot == question.bot else question.memory
    return msgspec.structs.replace(found, memory=memory)


def _mind(bot: Bot, player: Bot, question: Question) -> bytes:
    """What the hand-made player remembers: what the one in the bot does, or nothing."""
    if bot.kind == player.kind:
        return question.memory
    if "player" in bot.policy.NEEDS:
        return bytes(restored(bot.policy.MEMORY, question.memory)["mind"][0].tobytes())
    mind = blank(player.policy.MEMORY)
    player.policy.begin(mind, question.seat, player.traits)
    return mind.tobytes()
