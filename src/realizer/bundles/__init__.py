"""Models on disk, ready to run without torch.

Bundle         what a folder holds: its settings, labels and tokenizer, and where its graphs are
BundleConfig   its settings, as in `bundle.toml`
find_bundle    one that comes with the package, by name, or a folder
installed_bundles   all that come with the package
read_bundle    read and check a folder
write_settings   write its `bundle.toml`
"""

from __future__ import annotations

from realizer.bundles.bundle import (
    BeginsConfig,
    Bundle,
    BundleConfig,
    ConfidenceConfig,
    OrdersConfig,
    ReadingConfig,
    find_bundle,
    installed_bundles,
    read_bundle,
    write_settings,
)

__all__ = [
    "BeginsConfig",
    "Bundle",
    "BundleConfig",
    "ConfidenceConfig",
    "OrdersConfig",
    "ReadingConfig",
    "find_bundle",
    "installed_bundles",
    "read_bundle",
    "write_settings",
]
