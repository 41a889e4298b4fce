-- Everything that was known and scored of a protocol, as JSON, once for all snapshots in which it is the same. Kept for the newest
-- snapshot, which is published, and for the one before it, to go back to; so is what they say of the whole (`context`).
ALTER TABLE snapshot_entries RENAME TO entries_before;
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  protocol_id INTEGER NOT NULL,
  entry TEXT NOT NULL
) STRICT;
CREATE TABLE snapshot_entries (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  entry_id INTEGER NOT NULL,
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT, WITHOUT ROWID;
INSERT INTO entries (id, protocol_id, entry)
  SELECT rowid, protocol_id, entry FROM entries_before
  WHERE snapshot_id IN (SELECT id FROM snapshots ORDER BY as_of DESC LIMIT 2);
INSERT INTO snapshot_entries (snapshot_id, protocol_id, entry_id)
  SELECT snapshot_id, protocol_id, rowid FROM entries_before
  WHERE snapshot_id IN (SELECT id FROM snapshots ORDER BY as_of DESC LIMIT 2);
CREATE INDEX entries_by_protocol ON entries (protocol_id);
DROP TABLE entries_before;
UPDATE snapshots SET context = '{"incidents":[],"sources":[]}'
  WHERE id NOT IN (SELECT id FROM snapshots ORDER BY as_of DESC LIMIT 2);
