"""Training the network of `learned`; needs PyTorch (the extra `train`). docs/training.md says how to run it."""
