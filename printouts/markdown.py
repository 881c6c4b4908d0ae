"""Markdown, as briefings are written in, taken apart into the blocks of ``printouts.prose``.

Placeholders are filled in after the text has been taken apart: whatever a name holds, it is never read as Markdown.
Links, pictures, HTML and code mean nothing on paper; they are printed as they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from printouts.prose import Block, Grid, Heading, Listing, Paragraph, Quotation, Rule
from printouts.spans import Span, Spans

READER = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .disable(
        [
            "code",
            "fence",
            "backticks",
            "link",
            "image",
            "autolink",
            "reference",
            "html_block",
            "html_inline",
            "lheading",
        ]
    )
)
PLACE = re.compile(r"\{([^{}\n]*)\}")

Words = Callable[[str], str]
"""What a placeholder within a sentence becomes, from what stands in its braces."""
Whole = Callable[[str], Sequence[Block] | None]
"""What a placeholder alone on its line becomes; None if it is one within a sentence after all."""


def blocks(text: str, words: Words = str, whole: Whole = lambda _: None) -> tuple[Block, ...]:
    """The blocks of a text with its placeholders filled in."""
    tokens: list[Token] = READER.parse(text)
    return taken(SyntaxTreeNode(tokens), words, whole)


def taken(node: SyntaxTreeNode, words: Words, whole: Whole) -> tuple[Block, ...]:
    """What stands within a node."""
    return tuple(block for child in node.children for block in block_of(child, words, whole))


def block_of(node: SyntaxTreeNode, words: Words, whole: Whole) -> Sequence[Block]:
    """The block that a node is; none for what cannot be printed."""
    match node.type:
        case "heading":
            return [Heading(min(3, max(2, int(node.tag[1:]))), spans(node, words))]
        case "paragraph":
            return paragraph(node, words, whole)
        case "bullet_list" | "ordered_list":
            first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
            return [Listing(tuple(taken(item, words, whole) for item in node.children), first)]
        case "blockquote":
            return [Quotation(taken(node, words, whole))]
        case "table":
            return [table(node, words)]
        case "hr":
            return [Rule()]
    return []


def paragraph(node: SyntaxTreeNode, words: Words, whole: Whole) -> Sequence[Block]:
    """A paragraph, or what a placeholder becomes that stands alone in it."""
    content = node.children[0].content.strip()
    if found := PLACE.fullmatch(content):
        instead = whole(found[1])
        if instead is not None:
            return instead
    return [Paragraph(spans(node, words))]


def table(node: SyntaxTreeNode, words: Words) -> Grid:
    """A table; a column is set to the right if its line of dashes says so."""
    lines = [line for part in node.children for line in part.children]
    head, *rest = [tuple(spans(cell, words) for cell in line.children) for line in lines]
    right = (spot for spot, cell in enumerate(lines[0].children) if "right" in str(cell.attrs.get("style", "")))
    return Grid(head, tuple(rest), frozenset(right))


def spans(node: SyntaxTreeNode, words: Words) -> Spans:
    """The words of a block, each as it is to be set."""
    inline = node.children[0] if node.children else None
    return tuple(within(inline, words, False, False)) if inline else ()


def within(node: SyntaxTreeNode, words: Words, bold: bool, italic: bool) -> list[Span]:
    """The words within a node of a line."""
    found: list[Span] = []
    for child in node.children:
        match child.type:
            case "strong":
                found += within(child, words, True, italic)
            case "em":
                found += within(child, words, bold, True)
            case "softbreak":
                found.append(Span(" ", bold, italic))
            case "hardbreak":
                found.append(Span("\n", bold, italic))
            case _:
                if filled := PLACE.sub(lambda place: words(place[1]), child.content):
                    found.append(Span(filled, bold, italic))
    return found
