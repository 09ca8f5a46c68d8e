"""The game in a browser without a server: the engine as a module, the layout of its records, and the games."""
