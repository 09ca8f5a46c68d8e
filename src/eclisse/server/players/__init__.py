"""Who is who, and how players who are away are told."""
