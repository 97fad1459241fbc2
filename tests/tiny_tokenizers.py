"""Tokenizers of the three kinds that encoders have, with a few pieces each."""

from __future__ import annotations

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def wordpiece() -> Tokenizer:
    """BERT's: lower case, `##` inside words, `[CLS] … [SEP]`, padding 0."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "dog", "##s", "##ing", *LETTERS]
    pieces += [f"##{letter}" for letter in LETTERS if letter != "s"]
    tokenizer = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer


def byte_level() -> Tokenizer:
    """RoBERTa's: bytes and merges, `<s> … </s>`, padding 1; words inside a text begin with a blank."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("Ġ", "d"), ("o", "g"), ("Ġd", "og")]
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *alphabet, *(a + b for a, b in merges)]
    tokenizer = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return tokenizer


def unigram(*, xlnet: bool = True) -> Tokenizer:
    """XLNet's: `… <sep> <cls>`, padding 5; or XLM-R's: `<s> … </s>`, padding 1."""
    special = (
        ["<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>"] if xlnet else ["<s>", "<pad>", "</s>", "<unk>"]
    )
    scores = [*((piece, 0.0) for piece in special), ("▁", -2.0), ("▁the", -1.5), ("▁dog", -1.5), ("s", -2.0)]
    scores += [(letter, -3.0) for letter in LETTERS if letter != "s"]
    tokenizer = Tokenizer(models.Unigram(scores, unk_id=special.index("<unk>")))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    names = {piece: i for i, piece in enumerate(special)}
    frame = ("<sep>", "<cls>") if xlnet else ("<s>", "</s>")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A <sep> <cls>" if xlnet else "<s> $A </s>", special_tokens=[(n, names[n]) for n in frame]
    )
    return tokenizer
