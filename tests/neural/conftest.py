"""Folders of small encoders, made once, and a network that must not be asked."""

from __future__ import annotations

import pytest
import torch

from neural.encoders import save_encoder


@pytest.fixture(scope="session", autouse=True)
def _one_thread_no_network():
    patch = pytest.MonkeyPatch()
    patch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
    patch.undo()


@pytest.fixture(scope="session")
def encoder(tmp_path_factory):
    """Give the folder of a family's small encoder."""
    folders = {}

    def folder(family: str):
        if family not in folders:
            folders[family] = save_encoder(family, tmp_path_factory.mktemp("encoders") / family)
        return folders[family]

    return folder
