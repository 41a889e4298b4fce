-- Readings of the registry that differ so much from the last accepted ones that they are not used yet, one for each day on which
-- they were read. `name` is that of a reading, or `category`. The day is that of the value.
CREATE TABLE held_readings (
  protocol_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  day TEXT NOT NULL,
  value TEXT,
  reason TEXT,
  source TEXT NOT NULL,
  PRIMARY KEY (protocol_id, name, day),
  CHECK ((value IS NULL) = (reason IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- The rows of the last good run of a source that had a field: a JSON list of their ids. `gone`: rows that had it within a week and lost
-- it, a JSON object with the last day of each.
CREATE TABLE field_rows (
  source TEXT NOT NULL,
  field TEXT NOT NULL,
  ids TEXT NOT NULL,
  gone TEXT NOT NULL,
  PRIMARY KEY (source, field)
) STRICT, WITHOUT ROWID;
