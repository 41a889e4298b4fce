-- The store of version 0.1.0. Identity is the upstream's numeric id. Days are whole days since 1970-01-01; `as_of` and `…_on` are
-- YYYY-MM-DD.

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
  last_seen TEXT NOT NULL,
  -- GitHub organisations as a JSON list: with its site, they decide which bounty programmes are its own.
  organisations TEXT NOT NULL DEFAULT '[]',
  -- Its folder or file in the repository of adapters: changes there are matched with protocols by it.
  adapter_module TEXT
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

-- The protocol that a row of a source belongs to, by the slug that the row names: decided when the row was first read, and kept when the
-- slug changes hands.
CREATE TABLE slug_ties (
  source TEXT NOT NULL,
  row TEXT NOT NULL,
  slug TEXT NOT NULL,
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  first_seen TEXT NOT NULL,
  PRIMARY KEY (source, row, slug)
) STRICT, WITHOUT ROWID;

-- Ids under which upstream listed a protocol again: its rows continue under the id that it had first.
CREATE TABLE successors (
  upstream_id INTEGER PRIMARY KEY,
  protocol_id INTEGER NOT NULL REFERENCES protocols (id),
  first_seen TEXT NOT NULL
) STRICT;

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

CREATE TABLE chains (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  chain_id INTEGER,
  security TEXT
) STRICT;

-- TVL by protocol, section (its place in TVL_SECTIONS) and day, kept for ever as one total over all chains. The split by chain is that
-- of the newest reading.
CREATE TABLE tvl_daily (
  protocol_id INTEGER NOT NULL,
  section INTEGER NOT NULL,
  day INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (protocol_id, section, day)
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
  -- What the report found, in words; null where it was not read.
  findings TEXT,
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
  -- The last day on which the list held it; empty for one that only a page named.
  last_seen TEXT NOT NULL,
  -- The protocol whose page named it, and the last day on which it did; null for one that only the list of incidents holds.
  told_by INTEGER,
  told_on TEXT,
  -- TVL of the protocol two days before it, in US dollars, and its day. Only for incidents of the sample, which has no history:
  -- for all others it is read from `tvl_daily`.
  tvl_before_usd REAL,
  tvl_before_on TEXT,
  -- Readings that have it, on different days or of different sources, counted up to three: a single one accuses no protocol. Null
  -- for the incidents of the first list and of the first version of a page, which nothing can be held against.
  readings INTEGER,
  -- The last day on which anything read it.
  read_on TEXT NOT NULL DEFAULT '',
  -- An amount more than ten times the one in use, which is used once a later day repeats it.
  jump_usd REAL,
  -- What was said of it before it was corrected, as a JSON list in the order of the corrections: name, day, loss, technique, and the
  -- day of the correction.
  earlier TEXT NOT NULL DEFAULT '[]'
) STRICT, WITHOUT ROWID;

-- When the page of a protocol was last read, and whether it has a list of incidents at all.
CREATE TABLE incident_pages (
  protocol_id INTEGER PRIMARY KEY,
  read_on TEXT NOT NULL,
  tells INTEGER NOT NULL
) STRICT;

-- The losses that a scoreboard had, as it had them first: the day of its snapshot, and the event as JSON; null for a loss without a score.
CREATE TABLE published_events (
  incident_id TEXT PRIMARY KEY,
  published_on TEXT NOT NULL,
  event TEXT
) STRICT;

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
  -- What the newest two say of the whole.
  context TEXT NOT NULL,
  -- Hash of what it was scored from: the code and the state of the readings. A run that finds it again has nothing to score.
  inputs TEXT
) STRICT;

-- The numbers of every snapshot are kept for ever, as whole numbers, which take half the room of fractions: a composite, which has six
-- decimals, in millionths of a point, dimensions and coverage in ten-thousandths, TVL in dollars (`tvl_daily` has the cents), and the
-- range of the composite that missing data allow, as published, in tenths. `scores` shows all of them as points.
CREATE TABLE score_numbers (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  composite INTEGER,
  credit INTEGER,
  counterparty INTEGER,
  liquidity INTEGER,
  oracle INTEGER,
  smart_contract INTEGER,
  liquidity_trap INTEGER,
  coverage INTEGER NOT NULL,
  tvl_usd INTEGER,
  composite_low INTEGER,
  composite_high INTEGER,
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT, WITHOUT ROWID;
CREATE VIEW scores AS
  SELECT snapshot_id, protocol_id, composite / 1e6 AS composite, credit / 1e4 AS credit,
    counterparty / 1e4 AS counterparty, liquidity / 1e4 AS liquidity, oracle / 1e4 AS oracle,
    smart_contract / 1e4 AS smart_contract, liquidity_trap / 1e4 AS liquidity_trap, coverage / 1e4 AS coverage,
    tvl_usd, composite_low / 1e1 AS composite_low, composite_high / 1e1 AS composite_high
  FROM score_numbers;

-- Everything that was known and scored of a protocol, as JSON, once for all snapshots in which it is the same. Kept for the newest
-- snapshot, which is published, and for the one before it, to go back to.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY,
  protocol_id INTEGER NOT NULL,
  entry TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_protocol ON entries (protocol_id);
CREATE TABLE snapshot_entries (
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,
  protocol_id INTEGER NOT NULL,
  entry_id INTEGER NOT NULL,
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT, WITHOUT ROWID;

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

-- Snapshots that were dropped by hand: a published prediction that was withdrawn stays on record, with the reason.
CREATE TABLE dropped (
  fingerprint TEXT NOT NULL,
  as_of TEXT NOT NULL,
  computed_at TEXT NOT NULL,
  methodology TEXT NOT NULL,
  origin TEXT NOT NULL,
  dropped_on TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (as_of, fingerprint)
) STRICT, WITHOUT ROWID;
