-- What stood on what in a snapshot, as shares and never amounts, for the question who else is hurt after a loss. Deflated text: the number
-- of protocols that were resolved and the hash of the tables that resolved them, then a line for each share: the protocol, how it stands
-- on it, what it stands on, the protocol that this belongs to, the share, and its basis; `-` for what is not known. Kept for the newest
-- snapshots, and for the last one before each incident of a protocol.
CREATE TABLE dependency_shares (
  snapshot_id INTEGER PRIMARY KEY REFERENCES snapshots (id) ON DELETE CASCADE,
  packed BLOB NOT NULL
) STRICT;
