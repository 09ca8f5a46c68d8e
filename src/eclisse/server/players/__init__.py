"""Who is who, and notices to players who are away."""
