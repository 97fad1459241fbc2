"""Small files in the formats, written by hand."""

from __future__ import annotations

import io

# Multiword token 2-3, empty nodes 0.1 and 3.1, spaces inside a form, a U+2028, comments of every shape.
WHOLE = """\
# newdoc id = doc-1
# sent_id = s1
# text = I cannot go = x
# newpar
0.1\tSo\tso\tADV\t_\t_\t_\t_\t3:advmod\t_
1\tI\tI\tPRON\tPRP\tCase=Nom|Number=Sing\t3\tnsubj\t3:nsubj|3.1:nsubj\t_
2-3\tcannot\t_\t_\t_\tTypo=Yes\t_\t_\t_\tSpaceAfter=No
2\tcan\tcan\tAUX\tMD\t_\t3\taux\t3:aux\t_
3\tnot\tnot\tPART\tRB\t_\t0\troot\t0:root\tGloss=a=b|Lang=en
3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t3:conj:and\tCopyOf=3
4\t20 000\t20 000\tNUM\tCD\t_\t3\tobj\t_\t_

# sent_id = s2
1\ta\u2028b\tx\tX\t_\t_\t_\t_\t_\t_
"""


def row(number="1", form="a", *, feats="_", head="0", deprel="root", deps="_", misc="_"):
    """Make a row; a multiword token by its id, such as 1-2, has neither head nor relation."""
    if "-" in str(number)[1:]:
        head = deprel = "_"
    return "\t".join([str(number), form, "_", "_", "_", feats, str(head), deprel, deps, misc])


def stream(*lines, end="\n"):
    """Join lines to a file."""
    return io.BytesIO(("\n".join(lines) + end).encode())
