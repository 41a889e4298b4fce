-- What each signal added to the composites of a snapshot, for comparisons with later ones. Kept for the snapshots that
-- `comparison-days.ts` chooses. A layout lists the keys of the signals once for all protocols that have the same; `parts` gives
-- their contributions in its order: millionths of a point, and m, c or x for a
-- value that was measured, is typical of the category, or is missing.
CREATE TABLE signal_layouts (
  id INTEGER PRIMARY KEY,
  keys TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE signal_parts (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  layout_id INTEGER NOT NULL REFERENCES signal_layouts (id),
  parts TEXT NOT NULL,
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT, WITHOUT ROWID;

-- Protocols that a snapshot had and the next one lacks: the last snapshot with the protocol, its entry there, the day of the first
-- snapshot without it, and the reason on that day.
CREATE TABLE retired (
  protocol_id INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  retired_on TEXT NOT NULL,
  reason TEXT NOT NULL,
  entry TEXT NOT NULL
) STRICT;
