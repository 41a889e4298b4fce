/** Migrations of the state file, one per version. Never edit a published one; add the next. */
export const STATE_TABLES: readonly string[] = [
  `CREATE TABLE windows (
     span_ms INTEGER NOT NULL,
     start_ms INTEGER NOT NULL,
     caller TEXT NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (span_ms, start_ms, caller)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE meters (
     key_id TEXT NOT NULL,
     month TEXT NOT NULL,
     endpoint_group TEXT NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (key_id, month, endpoint_group)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE api_keys (
     id TEXT NOT NULL PRIMARY KEY,
     digest TEXT NOT NULL UNIQUE,
     hint TEXT NOT NULL,
     environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
     plan TEXT NOT NULL,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) STRICT;`,
  // Numbered rows, so that a known caller is counted without a search.
  `ALTER TABLE windows RENAME TO named_windows;
   ALTER TABLE meters RENAME TO named_meters;
   CREATE TABLE windows (
     id INTEGER PRIMARY KEY,
     span_ms INTEGER NOT NULL,
     start_ms INTEGER NOT NULL,
     caller TEXT NOT NULL,
     used INTEGER NOT NULL,
     UNIQUE (span_ms, start_ms, caller)
   ) STRICT;
   CREATE TABLE meters (
     id INTEGER PRIMARY KEY,
     key_id TEXT NOT NULL,
     month TEXT NOT NULL,
     endpoint_group TEXT NOT NULL,
     used INTEGER NOT NULL,
     UNIQUE (key_id, month, endpoint_group)
   ) STRICT;
   INSERT INTO windows (span_ms, start_ms, caller, used) SELECT * FROM named_windows;
   INSERT INTO meters (key_id, month, endpoint_group, used) SELECT * FROM named_meters;
   DROP TABLE named_windows;
   DROP TABLE named_meters;`,
  // One table for minutes and one for days. Keeps only the newest rows of an old file with a million addresses.
  `${createWindows('minutes')}
   ${createWindows('days')}
   CREATE TEMP VIEW kept AS
     SELECT *, caller NOT GLOB 'key_*' OR caller GLOB 'key_public_test:*' AS is_guest FROM main.windows
     WHERE caller GLOB 'key_*' OR id > (SELECT max(id) FROM main.windows) - 200000;
   INSERT INTO minutes (start_ms, caller, is_guest, used)
     SELECT start_ms, caller, is_guest, used FROM kept WHERE span_ms = 60000 ORDER BY id;
   INSERT INTO days (start_ms, caller, is_guest, used)
     SELECT start_ms, caller, is_guest, used FROM kept WHERE span_ms = 86400000 ORDER BY id;
   DROP VIEW kept;
   DROP TABLE windows;`,
]

function createWindows(table: 'minutes' | 'days'): string {
  return `CREATE TABLE ${table} (
     id INTEGER PRIMARY KEY,
     start_ms INTEGER NOT NULL,
     caller TEXT NOT NULL,
     is_guest INTEGER NOT NULL,
     used INTEGER NOT NULL,
     UNIQUE (start_ms, caller)
   ) STRICT;`
}
