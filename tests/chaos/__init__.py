"""Several servers on one store, hundreds of people, and everything that can break does.

    python -m tests.chaos --minutes 5 --seed 1

Servers, PostgreSQL and Valkey are real processes. They are killed, frozen past the leases they hold, and made slow, in
an order that hangs on the seed; people come back to whichever server answers and go on. Afterwards the store is read by
plain statements and held against what people sent and what they were told (`truth.py`).
"""
