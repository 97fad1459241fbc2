"""What the rules of English know by heart. Facts were counted on the training splits of UD EWT and GUM."""

from __future__ import annotations

__all__ = ["ABBREVIATIONS", "CLOSING_ABBREVIATIONS", "CUT_WORDS", "ENDINGS", "PREFIXES", "SUFFIXES", "UNITS"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _cases(text: str) -> set[str]:
    return {form for word in text.split() for form in (word, word.lower(), word.upper())}


ABBREVIATIONS = frozenset(
    _cases("""
    Mr Mrs Ms Dr St Prof Rev Hon Gen Col Capt Lt Sgt Maj Cmdr Gov Sen Sens Rep Reps Pres Jr Sr Esq
    Messrs Mlle Mme Inc Ltd Corp Bros vs etc approx ca cf al ext dept est attn arrv esp eg ie Ph viz incl resp
    Jan Feb Apr Jun Jul Aug Sep Sept Oct Nov Dec Tue Tues Thu Thur Thurs Fri
    Ave Blvd Rd Ft Mt Vol pp eds oz lb lbs yrs yr hrs hr mins misc Tel Mob Conf Spec Assn Univ
    Ariz Calif Conn Fla Mass Okla Penn Tenn Va Wash Wis Que
    """)
    # As lower-case words, or in capitals, these are mostly no abbreviations.
    | set(_words("Co Cos No Nos Mon Wed Sat Sun Mar Fig Figs Art Sec Ed p fig figs ed div ps rec"))
)
"""Words that own the full stop after them."""

CLOSING_ABBREVIATIONS = frozenset(
    _cases("etc Inc Ltd Corp Jr Sr Esq lb lbs oz yr yrs hr hrs mins") | set(_words("Co Cos No Sun Sat"))
)
"""Those that often end a sentence: there the full stop is a token of its own."""

PREFIXES = _words("""
    non pre post anti pro co re ex mid multi semi neo e over sub counter mini ultra arch extra cross socio
    psycho pan inter intra vice
""")
"""What stays together with the word after its hyphen; other compounds are cut at it."""

UNITS = _words(r"""
    am pm a\.m\. p\.m\. km kg cm mm lb lbs oz ft min mins hr hrs k m bn mph yr yrs gb mb kb mg ml ghz mhz
""")
"""What is cut off the number before it; as a regular expression."""

ENDINGS = _words(r"""
    com org net edu gov mil int info biz co\.uk ac\.uk org\.uk uk ca au de fr eu us tv me ru in jp cn nl es
    it ch se no dk be at nz ie br io ai
""")
"""Ends of host names; as a regular expression."""

SUFFIXES = _words("docx? xlsx? pptx? pdf jpe?g png gif txt html? zip mp3 exe csv url")
"""Ends of file names; as a regular expression."""

CUT_WORDS = {
    "cannot": 3,
    "gonna": 3,
    "wanna": 3,
    "gotta": 3,
    "outta": 3,
    "im": 1,
    "ive": 1,
    "hes": 2,
    "shes": 3,
    "lets": 3,
    "thats": 4,
    "whats": 4,
    "theres": 5,
    "youre": 3,
    "theyre": 4,
    "youll": 3,
    "theyll": 4,
    "itll": 2,
    **{
        verb + "nt": len(verb)
        for verb in _words("do does did wo ca could would should is are was were has have had ai")
    },
}
"""Words written as one that are two, and how long the first one is."""
