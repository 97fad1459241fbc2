"""Documents through a resolver, as a stream: one after another, each as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from realizer.training.parsing import autocast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from realizer.document import MentionDocument
    from realizer.neural.resolver import Resolver

__all__ = ["resolve_documents"]


def resolve_documents(
    resolver: Resolver, documents: Iterable[MentionDocument], *, precision: str = "float32"
) -> Iterator[MentionDocument]:
    """Yield the documents with the mentions that a resolver finds in the place of their own.

    Memory: one document. Entities are called e1, e2, … by first mention.

    Args:
        resolver: The resolver, on the device that it shall work on.
        documents: The documents.
        precision: "float32", "bfloat16" or "float16".

    Yields:
        The resolved documents, in order.
    """
    device = next(resolver.parameters()).device
    mode = resolver.training
    resolver.eval()
    try:
        for document in documents:
            batch = resolver.collate(resolver.examples([document])).to(device)
            with torch.no_grad(), autocast(device, precision):
                [found] = resolver.predict(batch)
            yield found.on(document)
    finally:
        resolver.train(mode)
