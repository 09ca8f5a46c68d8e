"""Environments for learning: `eclisse_v0` for PettingZoo, `vector` for thousands of games side by side."""
