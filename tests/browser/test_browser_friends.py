"""Finding people in a browser: friends, an invitation, and what spectators say among themselves."""

from collections.abc import Callable

from hosting import Host
from screens import Screen
from visitors import Visitor

NewScreen = Callable[..., Screen]


def test_players_become_friends_and_one_follows_the_others_invitation(
    screen: NewScreen, host: Host
) -> None:
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.create("gold", None, None)
    bob.join(code)
    ada.start(code)
    hers, his = screen(visitor=ada), screen(visitor=bob, size="phone", name="Bob")
    hers.open(f"/table/{code}").press(".talk .foot button", has_text="People")
    hers.press("dialog button", has_text="Add as friend")
    hers.see("dialog [role=status]", has_text="Asked.")
    his.open("/friends").press("button", has_text="Accept")
    his.see(".friends .here", has_text="online")
    assert not (his.troubles())
    assert not (his.sideways())
    assert not (his.too_small())
    waiting = ada.create("gold", None, None)
    hers.open(f"/table/{waiting}").press("summary", has_text="Invite friends")
    hers.press("details button", has_text="Invite")
    hers.see("details [role=status]", has_text="Invited.")
    assert not hers.troubles()
    his.open("/").see("small", has_text="Ada invites you")
    his.press("a", has_text="Go to the table")
    his.press("button", has_text="Sit here")
    hers.see(".seats b", has_text="Bob")


def test_spectators_talk_and_players_see_nothing_of_it(screen: NewScreen, host: Host) -> None:
    ada, bob = Visitor(host.address, "Ada"), Visitor(host.address, "Bob")
    code = ada.create("gold", None, None, public=True)
    bob.join(code)
    ada.start(code)
    hers, eve, fay = screen(visitor=ada), screen(name="Eve"), screen(name="Fay", size="phone")
    hers.open(f"/table/{code}").see("#tab-chat")
    eve.open("/").press(".live a", has_text="Watch")
    fay.open(f"/table/{code}").see("#tab-gallery")
    eve.press("#tab-gallery")
    eve.page.fill(".chat input", "Who would have thought")
    eve.page.press(".chat input", "Enter")
    eve.see(".said p", has_text="Eve Who would have thought")
    assert eve.page.locator("#tab-gallery .new").count() == 0, "one's own is never unread"
    fay.see("#tab-gallery .new", has_text="1")
    fay.press("#tab-gallery")
    fay.see(".said p", has_text="Who would have thought")
    assert not (fay.troubles())
    assert not (fay.sideways())
    assert hers.page.locator("#tab-gallery").count() == 0
