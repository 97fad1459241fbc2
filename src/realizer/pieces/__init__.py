"""Words to sub-word pieces, and texts to windows and batches; the same in training and at run time.

PieceCutter        words to pieces
stretches, joint   sentences of a document that are read as one text
windows, framed    texts to windows of an encoder's size
packed             texts to batches
"""

from __future__ import annotations

from realizer.pieces.cutter import PieceCutter, Pieces
from realizer.pieces.packing import packed, stretches
from realizer.pieces.windows import Framed, Window, framed, joint, windows

__all__ = ["Framed", "PieceCutter", "Pieces", "Window", "framed", "joint", "packed", "stretches", "windows"]
