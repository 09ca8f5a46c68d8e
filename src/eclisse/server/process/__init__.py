"""The server as a process: its commands, settings, logs and figures."""
