"""The coach: chances to win, what each decision was worth, and why; from what a seat can know.

`weigh` looks at one decision, `review` at a whole record, `hint` at what to do now. All three give values; `words`
says them in English and French.
"""
