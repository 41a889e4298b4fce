-- The protocol that a row of a source belongs to, by the slug that the row names: decided when the row was first read, and kept when the
-- slug changes hands.
CREATE TABLE slug_ties (
  source TEXT NOT NULL,
  row TEXT NOT NULL,
  slug TEXT NOT NULL,
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  first_seen TEXT NOT NULL,
  PRIMARY KEY (source, row, slug)
) STRICT, WITHOUT ROWID;

-- Ids under which upstream listed a protocol again: its rows continue under the id that it had first.
CREATE TABLE successors (
  upstream_id INTEGER PRIMARY KEY,
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  first_seen TEXT NOT NULL
) STRICT;

-- What was said of an incident before it was corrected, as a JSON list in the order of the corrections: name, day, loss, technique, and the
-- day of the correction.
ALTER TABLE incidents ADD COLUMN earlier TEXT NOT NULL DEFAULT '[]';

-- Snapshots that were dropped by hand: a published prediction that was withdrawn stays on record, with the reason.
CREATE TABLE dropped (
  fingerprint TEXT NOT NULL,
  as_of TEXT NOT NULL,
  computed_at TEXT NOT NULL,
  methodology TEXT NOT NULL,
  origin TEXT NOT NULL,
  dropped_on TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (as_of, fingerprint)
) STRICT, WITHOUT ROWID;
