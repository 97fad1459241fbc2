"""Parsing without torch: texts in, documents out.

load          a model by name or folder, ready to be called
Pipeline      the loaded model
Document      what it makes of a text
text_blocks   a file of any size, in parts for `Pipeline.sentences`
"""

from __future__ import annotations

from realizer.runtime.blocks import text_blocks
from realizer.runtime.documents import Document
from realizer.runtime.pipeline import Pipeline, load

__all__ = ["Document", "Pipeline", "load", "text_blocks"]
