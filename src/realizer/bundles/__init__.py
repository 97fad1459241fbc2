"""Models on disk, ready to run without torch.

Bundle         what a folder holds: its settings, labels and tokenizer, and where its graphs are
BundleConfig   its settings, as in `bundle.toml`
read_bundle    read and check a folder
"""

from __future__ import annotations

from realizer.bundles.bundle import (
    Bundle,
    BundleConfig,
    ConfidenceConfig,
    OrdersConfig,
    ReadingConfig,
    read_bundle,
)

__all__ = ["Bundle", "BundleConfig", "ConfidenceConfig", "OrdersConfig", "ReadingConfig", "read_bundle"]
