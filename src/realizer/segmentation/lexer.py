"""Stretches of text without white space, cut into tokens by one regular expression.

The alternatives are tried in their order at every place, and the first that matches makes a token. Every
repetition before a character that may be missing is bounded, so a stretch of any length takes linear time.
"""

from __future__ import annotations

from functools import lru_cache

from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

from realizer.segmentation.lexicon import ENDINGS, PREFIXES, SUFFIXES, UNITS

__all__ = ["lex"]

_IN_WORD = r"\p{L}\p{M}\p{N}\p{Cf}_"
_LETTER = r"[\p{L}\p{M}\p{Cf}]"
_APOSTROPHE = r"['’‘`´]"
_NO_MORE = r"(?![\p{L}\p{N}])"
_ADDRESS = r"[^\s<>\"“”]"
_ADDRESS_END = r"[^\s<>\"“”.,;:!?'’)\]}*]"
_LABEL = r"[\p{L}\p{N}\-]{1,63}"
_HOST = rf"(?<![\p{{L}}\p{{N}}.\-])[\p{{L}}\p{{N}}][\p{{L}}\p{{N}}\-]{{0,62}}(?:\.{_LABEL}){{0,6}}"
_FILE = r"(?<![\p{L}\p{N}_#\-])(?>[\p{L}\p{N}][\p{L}\p{N}_#\-]{0,100})"


def _any(words: tuple[str, ...]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_KINDS = (
    # addresses, files
    rf"(?i:(?:(?:https?|ftps?|file|news)://|mailto:|www\.){_ADDRESS}{{0,4000}}{_ADDRESS_END})",
    rf"(?<![\p{{L}}\p{{N}}._+%\-])(?>[\p{{L}}\p{{N}}._+%\-]{{1,64}})@{_LABEL}(?:\.{_LABEL}){{0,8}}",
    rf"(?i:{_HOST}\.(?:{_any(ENDINGS)})(?![\p{{L}}\p{{N}}@])(?:/(?:{_ADDRESS}{{0,4000}}{_ADDRESS_END})?)?)",
    rf"(?i:{_FILE}\.(?:{_any(SUFFIXES)})){_NO_MORE}",
    r"\p{Ll}{2,20}\.\p{Ll}{2,20}\.\p{Ll}{2,20}(?:[.\-]\p{Ll}{2,20}){0,4}",  # news groups
    # faces
    rf"(?<!\p{{N}})[>]?[:;=]['~]?[\-o]?[)(\]\[DPpOo/\\|*](?![{_IN_WORD}])|<3+|\^[_.\-]?\^|(?<!\S)\(:(?!\S)",
    # names on the net, words with a stroke, words broken off
    rf"[#@]\p{{L}}[{_IN_WORD}]{{1,100}}(?:\.{_LABEL}){{0,8}}",
    rf"(?i:b/c|w/o|w/|s/he|l/c|c/o|n/a){_NO_MORE}",
    r"\A\p{L}{1,2}-\z",
    # letters with full stops, sums, numbers
    r"(?:\p{L}\.){2,20}(?:\p{L}(?![\p{L}\p{M}\p{N}.]))?(?!\p{L}{2})",
    rf"\p{{Lu}}\.(?=[\-,;]|\z|\p{{Lu}}){_NO_MORE}",
    r"\p{Lu}{1,4}&\p{Lu}{1,3}(?:['’]s)?(?!\p{L})|(?i:p&l)(?!\p{L})",
    r"(?:US|U|C|A|AU|HK|NZ)\$",
    r"\d{1,4}(?:-\d{2,5}){2,4}(?!\d)|\d{3}-\d{4}(?!\d)|(?<![\p{L}\p{N}])\+\d{1,15}",
    r"\d{1,20}(?:[.,:/]\d{1,20}){1,20}(?:(?:['’]?s|st|nd|rd|th)(?!\p{L}))?",
    r"(?<!\d)\.\d{1,20}(?!\d)",
    rf"\d{{1,20}}(?:['’]?s|st|nd|rd|th){_NO_MORE}",
    rf"\d{{1,20}}(?=(?i:{_any(UNITS)}){_NO_MORE})",
    rf"['’]\d\ds?{_NO_MORE}",
    # words
    rf"(?i:(?:{_any(PREFIXES)})-(?=[\p{{L}}\p{{N}}])[{_IN_WORD}]+)(?:['’]\p{{L}}+)*",
    rf"[{_IN_WORD}]+(?:{_APOSTROPHE}{_LETTER}+)*",
    rf"{_APOSTROPHE}(?:s|S|re|ve|ll|d|m|em|til|cause|n|t)(?![{_IN_WORD}])",
    # marks
    r"\.{2,}|[.!?]*[!?][.!?]*|-{2,}|\*{2,}|={2,}|~{2,}|#{2,}|<{2,}|>{2,}|\+{2,}|\${2,}|''|``",
    r"[\p{So}\p{Sk}][\p{M}\p{Sk}]*(?:\u200d\p{So}[\p{M}\p{Sk}]*)*",
    r"\S\p{M}*",
)
_SPLIT = Split(Regex("|".join(_KINDS)), behavior="removed", invert=True)


@lru_cache(maxsize=1 << 15)
def _remembered(stretch: str) -> tuple[tuple[int, int], ...]:
    return tuple(span for _, span in _SPLIT.pre_tokenize_str(stretch))


def lex(stretch: str) -> tuple[tuple[int, int], ...]:
    """Cut text without white space; its tokens touch each other and cover it.

    Most stretches are common words, so the short ones are remembered.

    Args:
        stretch: Text without white space and without surrogates.

    Returns:
        Begin and end of each token, in characters.

    >>> lex("(e-mail:3.50$!!)")
    ((0, 1), (1, 7), (7, 8), (8, 12), (12, 13), (13, 15), (15, 16))
    """
    if len(stretch) <= 32:
        return _remembered(stretch)
    return tuple(span for _, span in _SPLIT.pre_tokenize_str(stretch))
