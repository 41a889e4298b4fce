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
  // Accounts. Usage by day: rows of before keep their month in place of a day, and no key.
  `ALTER TABLE api_keys ADD COLUMN account_id TEXT;
   ALTER TABLE api_keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
   CREATE INDEX keys_of_accounts ON api_keys (account_id) WHERE account_id IS NOT NULL;
   CREATE TABLE accounts (
     id TEXT NOT NULL PRIMARY KEY,
     wallet TEXT NOT NULL UNIQUE,
     plan TEXT NOT NULL,
     created_at TEXT NOT NULL
   ) STRICT;
   CREATE TABLE sessions (
     digest TEXT NOT NULL PRIMARY KEY,
     account_id TEXT NOT NULL,
     created_at TEXT NOT NULL,
     expires_at TEXT NOT NULL
   ) STRICT;
   CREATE INDEX sessions_of_accounts ON sessions (account_id);
   CREATE INDEX sessions_by_end ON sessions (expires_at);
   CREATE TABLE spent (
     name TEXT NOT NULL PRIMARY KEY,
     until_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX spent_by_end ON spent (until_ms);
   CREATE TABLE marks (
     name TEXT NOT NULL PRIMARY KEY,
     mark TEXT NOT NULL
   ) STRICT;
   ALTER TABLE meters RENAME TO month_meters;
   CREATE TABLE meters (
     id INTEGER PRIMARY KEY,
     owner TEXT NOT NULL,
     day TEXT NOT NULL,
     name TEXT NOT NULL,
     used INTEGER NOT NULL,
     UNIQUE (owner, day, name)
   ) STRICT;
   INSERT INTO meters (owner, day, name, used)
     SELECT key_id, month, endpoint_group, used FROM month_meters ORDER BY id;
   DROP TABLE month_meters;`,
  // Webhooks, and the alerts on their way to them.
  `CREATE TABLE webhooks (
     id TEXT NOT NULL PRIMARY KEY,
     account_id TEXT NOT NULL,
     url TEXT NOT NULL,
     watch TEXT NOT NULL,
     created_at TEXT NOT NULL,
     seen_snapshot TEXT NOT NULL,
     seen_day TEXT NOT NULL,
     stopped TEXT
   ) STRICT;
   CREATE INDEX webhooks_of_accounts ON webhooks (account_id);
   CREATE TABLE deliveries (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     webhook_id TEXT NOT NULL,
     alert TEXT NOT NULL,
     status TEXT NOT NULL,
     attempts INTEGER NOT NULL,
     due_at INTEGER NOT NULL,
     last_attempt TEXT,
     settled_ms INTEGER
   ) STRICT;
   CREATE INDEX deliveries_of_webhooks ON deliveries (webhook_id);
   CREATE INDEX deliveries_by_time ON deliveries (due_at) WHERE status = 'waiting';
   CREATE INDEX deliveries_by_end ON deliveries (settled_ms) WHERE settled_ms IS NOT NULL;`,
  // Webhooks have their turns; each is proved by a challenge, those of before by the alerts that they received.
  `DROP INDEX deliveries_by_time;
   CREATE INDEX deliveries_in_turn ON deliveries (webhook_id, number) WHERE status = 'waiting';
   ALTER TABLE webhooks ADD COLUMN proved_url TEXT;
   ALTER TABLE webhooks ADD COLUMN last_proof TEXT;
   UPDATE webhooks SET proved_url = url;`,
  // One table of records for all but windows and meters, laid out as `records/` does. What is damaged stays damaged.
  `CREATE TABLE records (
     name TEXT NOT NULL PRIMARY KEY,
     text TEXT NOT NULL,
     until_ms INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX records_by_end ON records (until_ms) WHERE until_ms IS NOT NULL;
   INSERT INTO records (name, text)
     SELECT 'keys/digests/' || digest, json_object('id', id, 'digest', digest, 'hint', hint, 'environment', environment,
       'plan', plan, 'accountId', account_id, 'name', name, 'createdAt', created_at, 'revokedAt', revoked_at) FROM api_keys;
   INSERT INTO records (name, text) SELECT 'keys/ids/' || id, digest FROM api_keys;
   INSERT INTO records (name, text)
     SELECT 'accounts/records/' || id, json_object('id', id, 'wallet', wallet, 'plan', plan, 'createdAt', created_at,
       'keys', json((SELECT json_group_array(json_object('id', id, 'digest', digest, 'createdAt', created_at))
         FROM api_keys WHERE account_id = accounts.id)),
       'webhooks', json((SELECT json_group_array(json_object('id', id, 'createdAt', created_at))
         FROM webhooks WHERE account_id = accounts.id))) FROM accounts;
   INSERT INTO records (name, text) SELECT 'accounts/secret', mark FROM marks WHERE name = 'secret';
   CREATE TEMP VIEW open_sessions AS SELECT *, CAST(unixepoch(expires_at, 'subsec') * 1000 AS INTEGER) AS until_ms,
     account_id || '/' || replace(replace(expires_at, ':', ''), '.', '') || '/' || digest AS place FROM main.sessions;
   INSERT INTO records (name, text, until_ms)
     SELECT 'sessions/digests/' || digest, json_object('digest', digest, 'accountId', account_id, 'createdAt', created_at,
       'expiresAt', expires_at), until_ms FROM open_sessions;
   INSERT INTO records (name, text, until_ms) SELECT 'sessions/accounts/' || place, '-', until_ms FROM open_sessions;
   INSERT INTO records (name, text, until_ms) SELECT 'spent/names/' || sha256(name), '-', until_ms FROM spent;
   INSERT INTO records (name, text)
     SELECT 'webhooks/records/' || id, json_object('id', id, 'accountId', account_id, 'url', url, 'watch', ${jsonOf('watch')},
       'createdAt', created_at, 'seenSnapshot', seen_snapshot, 'seenDay', seen_day, 'stopped', stopped,
       'provedUrl', proved_url, 'lastProof', ${jsonOf('last_proof')}) FROM webhooks;
   CREATE TEMP VIEW numbered AS SELECT *, printf('%015d-00000', number) AS place, settled_ms + 7776000000 AS until_ms
     FROM main.deliveries;
   INSERT INTO records (name, text, until_ms)
     SELECT 'deliveries/records/' || id, json_object('id', id, 'webhookId', webhook_id, 'alert', ${jsonOf('alert')},
       'status', status, 'attempts', attempts, 'dueAt', due_at, 'lastAttempt', ${jsonOf('last_attempt')}, 'order', place),
       until_ms FROM numbered;
   INSERT INTO records (name, text, until_ms)
     SELECT 'deliveries/added/' || webhook_id || '/' || place || '/' || id, '-', until_ms FROM numbered;
   INSERT INTO records (name, text)
     SELECT 'deliveries/queues/' || webhook_id, json_group_array(json_object('id', id, 'dueAt', due_at) ORDER BY number)
     FROM numbered WHERE status = 'waiting' GROUP BY webhook_id;
   DROP VIEW open_sessions;
   DROP VIEW numbered;
   DROP TABLE api_keys;
   DROP TABLE accounts;
   DROP TABLE sessions;
   DROP TABLE spent;
   DROP TABLE marks;
   DROP TABLE webhooks;
   DROP TABLE deliveries;`,
  // Counts on their way to their tables. A row without changes marks where the last ones went there.
  `CREATE TABLE count_log (
     id INTEGER PRIMARY KEY,
     changes TEXT
   ) STRICT;
   INSERT INTO count_log (id, changes) VALUES (1, NULL);`,
]

/** A column that holds JSON, as such. */
function jsonOf(column: string): string {
  return `json(iif(json_valid(${column}), ${column}, 'null'))`
}

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
