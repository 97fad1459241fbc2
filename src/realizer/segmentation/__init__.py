"""Raw text to tokens and words, character offsets kept; sentences are the model's matter."""

from realizer.segmentation.paragraphs import Paragraph, paragraphs
from realizer.segmentation.tokens import Token, cut_tokens, mended

__all__ = ["Paragraph", "Token", "cut_tokens", "mended", "paragraphs"]
