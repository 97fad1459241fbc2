"""Small, randomly initialised encoders of every family, as folders that look like downloaded ones."""

from __future__ import annotations

from pathlib import Path

import torch
from transformers import CONFIG_MAPPING, AutoConfig, AutoModel
from transformers.utils import logging

from realizer.neural import (
    ContextConfig,
    EncoderConfig,
    HeadConfig,
    LabelsConfig,
    Parser,
    ParserConfig,
    ScratchConfig,
    new_parser,
)
from tiny_tokenizers import byte_level, unigram, wordpiece

_USUAL = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 66,
}
# mBERT, and most others that are called BERT, are of the family bert.
_XLM = {"emb_dim": 16, "n_layers": 2, "n_heads": 2, "max_position_embeddings": 66}
_RELATIVE = {"relative_attention": True, "position_biased_input": False, "pos_att_type": ["p2c", "c2p"]}

# Family: what its configuration says beside the usual, its tokenizer, the number of the padding piece.
FAMILIES = {
    "albert": ({**_USUAL, "embedding_size": 8}, wordpiece, 0),
    "bert": (_USUAL, wordpiece, 0),
    "camembert": (_USUAL, lambda: unigram(xlnet=False), 1),
    "data2vec-text": (_USUAL, byte_level, 1),
    "deberta": ({**_USUAL, **_RELATIVE}, byte_level, 1),
    "deberta-v2": (
        {**_USUAL, **_RELATIVE, "position_buckets": 8, "share_att_key": True, "norm_rel_ebd": "layer_norm"},
        wordpiece,
        0,
    ),
    "distilbert": (
        {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32, "max_position_embeddings": 66},
        wordpiece,
        0,
    ),
    "electra": ({**_USUAL, "embedding_size": 8}, wordpiece, 0),
    "ernie": (_USUAL, wordpiece, 0),
    "eurobert": ({**_USUAL, "num_key_value_heads": 1}, byte_level, 1),
    "flaubert": ({**_XLM, "pad_index": 0}, wordpiece, 0),
    "longformer": ({**_USUAL, "attention_window": 8}, byte_level, 1),
    "modernbert": ({**_USUAL, "local_attention": 16, "global_attn_every_n_layers": 2}, byte_level, 1),
    "mpnet": (_USUAL, wordpiece, 0),
    "rembert": ({**_USUAL, "input_embedding_size": 8, "output_embedding_size": 16}, wordpiece, 0),
    "roberta": (_USUAL, byte_level, 1),
    "roberta-prelayernorm": (_USUAL, byte_level, 1),
    "roformer": ({**_USUAL, "embedding_size": 16}, wordpiece, 0),
    "xlm": ({**_XLM, "pad_index": 0}, wordpiece, 0),
    "xlm-roberta": (_USUAL, lambda: unigram(xlnet=False), 1),
    "xlm-roberta-xl": (_USUAL, lambda: unigram(xlnet=False), 1),
    "xlnet": ({"d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 32}, unigram, 5),
    "xmod": ({**_USUAL, "languages": ["en_XX"], "default_language": "en_XX"}, byte_level, 1),
}
KNOWN = [family for family in FAMILIES if family in CONFIG_MAPPING]  # eurobert is not in transformers 4


def save_encoder(family: str, folder: Path) -> Path:
    """Write config.json, model.safetensors and tokenizer.json of a small encoder of a family."""
    settings, make_tokenizer, pad = FAMILIES[family]
    tokenizer = make_tokenizer()
    special = {
        "pad_token_id": pad,
        "bos_token_id": 0,
        "eos_token_id": 2,
        "cls_token_id": 0,
        "sep_token_id": 2,
    }
    special["mask_token_id"] = 3
    config = AutoConfig.for_model(family, vocab_size=tokenizer.get_vocab_size(), **special, **settings)
    torch.manual_seed(0)
    model = AutoModel.from_config(config)
    for parameter in model.parameters():  # further from zero than usual: what they read should matter
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.3)
    folder.mkdir(exist_ok=True)
    logging.disable_progress_bar()
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    logging.enable_progress_bar()
    return folder


def small(name: str | Path, **changes) -> ParserConfig:
    """A small parser's configuration; changes are records, or the encoder's options as a dictionary."""
    encoder = changes.pop("encoder", {})
    settings = {
        "scratch": ScratchConfig(
            word_width=8, letter_width=6, spelling_width=9, affix_width=6, affix_rows=64, width=8, layers=2
        ),
        "context": ContextConfig(),
        "head": HeadConfig(orders=4, hidden=8, width=12),
        "labels": LabelsConfig(hidden=8),
        **changes,
    }
    return ParserConfig(encoder=EncoderConfig(name=str(name), **encoder), **settings)


def make(name: str | Path, sentences, *, seed: int = 0, **changes) -> Parser:
    """A new parser, in evaluation mode."""
    torch.manual_seed(seed)
    return new_parser(small(name, **changes), sentences).eval()
