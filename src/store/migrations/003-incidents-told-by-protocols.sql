-- The protocol whose page named an incident, and the last day on which it did; null for one that only the list of incidents holds.
-- `last_seen` is the last day on which the list held it; empty for one that only a page named.
ALTER TABLE incidents ADD COLUMN told_by INTEGER;
ALTER TABLE incidents ADD COLUMN told_on TEXT;

-- When the page of a protocol was last read, and whether it tells its incidents at all.
CREATE TABLE incident_pages (
  protocol_id INTEGER PRIMARY KEY,
  read_on TEXT NOT NULL,
  tells INTEGER NOT NULL
) STRICT;
