"""Lemmas as edit scripts: what is done to a form's beginning, end and case to make its lemma.

A script such as `l-3+y` (lower case; take 3 letters off the end, add y) is a label like any other, and serves
words that were never seen: "cities" -> "city", "Parties" -> "party".

    script = case [begin letters off ^ letters on] [end letters off + letters on], or = and the whole lemma

with the case one of `l` (all lower), `t` (first letter upper), `u` (all upper), `k` (as in the form).
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache

__all__ = ["apply_lemma_script", "lemma_script"]

_SCRIPT = re.compile(r"([ltuk])(?:(\d+)\^([^-]*))?(?:-(\d+)\+(.*))?", re.DOTALL)
_LONGEST = 200


@lru_cache(maxsize=65_536)
def lemma_script(form: str, lemma: str) -> str:
    """Find the script that makes the lemma out of the form.

    The first case that fits of lower, first upper, all upper and as is; the edits are what surrounds the
    longest common part.

    Args:
        form: The word.
        lemma: Its lemma.

    Returns:
        The script; `apply_lemma_script(form, script) == lemma`.

    >>> lemma_script("Cities", "city"), lemma_script("Paris", "Paris"), lemma_script("went", "go")
    ('l-3+y', 't', '=go')
    """
    if max(len(form), len(lemma)) <= _LONGEST:
        for case in "ltuk":
            edits = _edits(form if case == "k" else form.lower(), lemma if case == "k" else lemma.lower())
            if edits is not None and apply_lemma_script(form, case + edits) == lemma:
                return case + edits
    return "=" + lemma


def _edits(form: str, lemma: str) -> str | None:
    """What is exchanged before and after the longest common part; None if there is none."""
    common = SequenceMatcher(None, form, lemma, autojunk=False).find_longest_match()
    if not common.size:
        return None
    off, on = common.a, lemma[: common.b]
    begin = f"{off}^{on}" if off or on else ""
    off, on = len(form) - common.a - common.size, lemma[common.b + common.size :]
    end = f"-{off}+{on}" if off or on else ""
    return begin + end


@lru_cache(maxsize=65_536)
def apply_lemma_script(form: str, script: str) -> str:
    """Make a lemma out of a form.

    Args:
        form: The word.
        script: The script; one that does not fit (it takes more letters off than there are, or all of them
            and adds none) leaves the form as it is.

    Returns:
        The lemma.

    >>> apply_lemma_script("Parties", "l-3+y"), apply_lemma_script("as", "l-3+y")
    ('party', 'as')
    """
    if script.startswith("="):
        return script[1:]
    match = _SCRIPT.fullmatch(script)
    if match is None:
        return form
    case, begin_off, begin_on, end_off, end_on = match.groups()
    text = form if case == "k" else form.lower()
    start, stop = int(begin_off or 0), len(text) - int(end_off or 0)
    if start > stop:
        return form
    text = (begin_on or "") + text[start:stop] + (end_on or "")
    return _in_case(text, case) or form


def _in_case(text: str, case: str) -> str:
    if case == "u":
        return text.upper()
    return text[:1].upper() + text[1:] if case == "t" else text
