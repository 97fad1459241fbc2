"""Small treebanks for the command line's tests, with counts that can be made by hand."""

from __future__ import annotations

# Sentence 1 is projective. In sentence 2 the arc birds -> sing crosses the root's, and six enhanced arcs hang
# together like a spider with three legs of two arcs, which no two total orders hold. The mentions e1, e2 and
# e3 of one word each are loops; e4 and e5 have one span, so one arc of theirs is doubled.
TREEBANK = """\
# newdoc id = d
# global.Entity = eid-etype
# sent_id = s1
1\tI\t_\tPRON\t_\t_\t2\tnsubj\t2:nsubj\tEntity=(e1-person)
2\tgo\t_\tVERB\t_\t_\t0\troot\t0:root\t_

# sent_id = s2
1\tbirds\t_\tNOUN\t_\t_\t4\tobj\t2:obj|3:obj|4:obj\tEntity=(e4-x(e5-x(e2-x)
2\tI\t_\tPRON\t_\t_\t4\tnsubj\t4:nsubj\tEntity=e5)e4)
3\tsay\t_\tVERB\t_\t_\t0\troot\t0:root\t_
4\tsing\t_\tVERB\t_\t_\t3\tccomp\t3:ccomp\t_
5\tthere\t_\tADV\t_\t_\t3\tadvmod\t2:advmod\tEntity=(e3-x)
5.1\ttoo\t_\tADV\t_\t_\t_\t_\t5:advmod\t_

"""

CONLL2012 = """\
#begin document (n); part 0
n\t0\t0\tA\t(1)
n\t0\t1\tb\t(2
n\t0\t2\tc\t2)
#end document
"""
