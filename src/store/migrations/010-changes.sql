-- What each signal added to the composites of a snapshot, for comparisons with later ones. Kept for the snapshots that
-- `comparison-days.ts` chooses. Deflated text: the number of layouts, a line for each with the keys of its signals, then a line for
-- each protocol: id, layout, and the contributions in millionths of a point, each with m, c or x for a value that was measured, is
-- typical of the category, or is missing. One value for all protocols takes a third of the room of a row for each.
CREATE TABLE signal_parts (
  snapshot_id INTEGER PRIMARY KEY REFERENCES snapshots (id) ON DELETE CASCADE,
  packed BLOB NOT NULL
) STRICT;

-- Protocols that a snapshot had and the next one lacks: the last snapshot with the protocol, its entry there, the day of the first
-- snapshot without it, and the reason on that day.
CREATE TABLE retired (
  protocol_id INTEGER PRIMARY KEY,
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  retired_on TEXT NOT NULL,
  reason TEXT NOT NULL,
  entry TEXT NOT NULL
) STRICT;
