"""`learned`: a network that taught itself the game; `network` is what it computes, `weights` what it learned."""
