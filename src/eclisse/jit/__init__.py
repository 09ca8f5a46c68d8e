"""The compiler: one decorator around Numba, how compiled functions find each other, and where they are kept."""
