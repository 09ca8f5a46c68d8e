"""The doors to the network: the application, its REST and sockets, limits."""
