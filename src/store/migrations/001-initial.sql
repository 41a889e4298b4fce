-- Identity is the upstream's numeric id. Days are whole days since 1970-01-01; `as_of` and `…_on` are YYYY-MM-DD.

CREATE TABLE protocols (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  category TEXT,
  chains TEXT NOT NULL,
  symbol TEXT,
  url TEXT,
  twitter TEXT,
  logo_url TEXT,
  description TEXT,
  parent_id TEXT,
  parent_slug TEXT,
  out_of_scope TEXT,
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL
) STRICT;

CREATE INDEX protocols_by_slug ON protocols (slug);

-- Every slug a protocol was ever seen under. One slug may have belonged to several protocols over time.
CREATE TABLE aliases (
  slug TEXT NOT NULL,
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL,
  PRIMARY KEY (slug, protocol_id)
) STRICT, WITHOUT ROWID;

-- The newest reading of each fact: a JSON value with its date, or the reason why there is none.
CREATE TABLE readings (
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  name TEXT NOT NULL,
  value TEXT,
  reason TEXT,
  as_of TEXT,
  source TEXT NOT NULL,
  PRIMARY KEY (protocol_id, name),
  CHECK ((value IS NULL) = (reason IS NOT NULL)),
  CHECK ((value IS NULL) = (as_of IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE chains (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  chain_id INTEGER,
  security TEXT
) STRICT;

-- section is the place in TVL_SECTIONS.
CREATE TABLE tvl_daily (
  protocol_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  chain_id INTEGER NOT NULL,
  section INTEGER NOT NULL,
  usd REAL NOT NULL,
  PRIMARY KEY (protocol_id, day, chain_id, section)
) STRICT, WITHOUT ROWID;

-- When the past of a protocol was read from upstream. Failed tries are kept, so that one bad protocol does not use up every run.
CREATE TABLE history_fills (
  protocol_id INTEGER PRIMARY KEY,
  filled_on TEXT,
  tried_on TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE audits (
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  report_url TEXT NOT NULL,
  auditor TEXT,
  audited_on TEXT,
  source TEXT NOT NULL,
  first_seen TEXT NOT NULL,
  PRIMARY KEY (protocol_id, report_url)
) STRICT, WITHOUT ROWID;

CREATE TABLE incidents (
  id TEXT PRIMARY KEY,
  protocol_id INTEGER,
  parent_id TEXT,
  name TEXT NOT NULL,
  occurred_on TEXT NOT NULL,
  loss_usd REAL,
  returned_usd REAL,
  chain TEXT,
  cause TEXT,
  technique TEXT,
  poc_url TEXT,
  source TEXT NOT NULL,
  match_method TEXT NOT NULL,
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sanctions (
  asset TEXT NOT NULL,
  address TEXT NOT NULL,
  first_seen TEXT NOT NULL,
  PRIMARY KEY (asset, address)
) STRICT, WITHOUT ROWID;

-- Bodies of endpoints that publish a content version, so that an unchanged file is read once.
CREATE TABLE bodies (
  record_as TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each time a source was read, good or bad.
CREATE TABLE source_runs (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  origin TEXT NOT NULL,
  as_of TEXT NOT NULL,
  status TEXT NOT NULL,
  message TEXT,
  account TEXT,
  fingerprint TEXT,
  duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX source_runs_by_source ON source_runs (source, status, as_of);

CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,
  as_of TEXT NOT NULL UNIQUE,
  computed_at TEXT NOT NULL,
  methodology TEXT NOT NULL,
  origin TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  context TEXT NOT NULL
) STRICT;

CREATE TABLE scores (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  composite REAL,
  credit REAL,
  counterparty REAL,
  liquidity REAL,
  oracle REAL,
  smart_contract REAL,
  liquidity_trap REAL,
  coverage REAL NOT NULL,
  tvl_usd REAL,
  PRIMARY KEY (protocol_id, snapshot_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX scores_by_snapshot ON scores (snapshot_id);

-- Everything that was known and scored of a protocol, as JSON, so that a snapshot can be published at any later time.
-- Kept for the newest twelve snapshots; the numbers above are kept for ever.
CREATE TABLE snapshot_entries (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT;
