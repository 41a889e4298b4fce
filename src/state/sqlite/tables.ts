/** The version of a state file that version 0.1.0 wrote, which the first migration makes. */
export const FIRST_VERSION = 6

/** Migrations of the state file, one per version from `FIRST_VERSION` on. Never edit a published one; add the next. */
export const STATE_TABLES: readonly string[] = [
  // Rows of windows and meters are numbered, so that a known caller is counted without a search.
  `${createWindows('minutes')}
   ${createWindows('days')}
   CREATE TABLE meters (
     id INTEGER PRIMARY KEY,
     owner TEXT NOT NULL,
     day TEXT NOT NULL,
     name TEXT NOT NULL,
     used INTEGER NOT NULL,
     UNIQUE (owner, day, name)
   ) STRICT;
   CREATE TABLE api_keys (
     id TEXT NOT NULL PRIMARY KEY,
     digest TEXT NOT NULL UNIQUE,
     hint TEXT NOT NULL,
     environment TEXT NOT NULL,
     plan TEXT NOT NULL,
     created_at TEXT NOT NULL,
     revoked_at TEXT,
     account_id TEXT,
     name TEXT NOT NULL DEFAULT ''
   ) STRICT;
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
   CREATE TABLE spent (
     name TEXT NOT NULL PRIMARY KEY,
     until_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE marks (
     name TEXT NOT NULL PRIMARY KEY,
     mark TEXT NOT NULL
   ) STRICT;
   CREATE TABLE webhooks (
     id TEXT NOT NULL PRIMARY KEY,
     account_id TEXT NOT NULL,
     url TEXT NOT NULL,
     watch TEXT NOT NULL,
     created_at TEXT NOT NULL,
     seen_snapshot TEXT NOT NULL,
     seen_day TEXT NOT NULL,
     stopped TEXT,
     proved_url TEXT,
     last_proof TEXT
   ) STRICT;
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
   ) STRICT;`,
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
