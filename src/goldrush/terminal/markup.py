"""Pages from plain pieces: they are well-formed, and whatever people have typed stays text."""

from xml.etree.ElementTree import Element, tostring

Inside = Element | str


def tag(name: str, /, *inside: Inside, **attributes: object) -> Element:
    """An element; attributes that Python has other plans for are written with a stroke behind.

    Other strokes are hyphens: ``tag("p", "Hello", class_="lead", aria_hidden="true")``.
    """
    named = {key.rstrip("_").replace("_", "-"): str(value) for key, value in attributes.items()}
    made = Element(name, named)
    for one in inside:
        if isinstance(one, Element):
            made.append(one)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + one
        else:
            made.text = (made.text or "") + one
    return made


def document(root: Element) -> str:
    """A whole page as a browser reads it."""
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"
