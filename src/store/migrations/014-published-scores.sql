-- Dimensions were kept to four decimals, of which some round to another tenth than the exact score that was published: 4.34998 as 4.35.
-- Those of the newest snapshots, whose entries are kept, are corrected by one ten-thousandth; the exact scores of older ones are gone.
UPDATE score_numbers SET
    credit = credit + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.credit.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (credit + 500) / 1000), 0),
    counterparty = counterparty + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.counterparty.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (counterparty + 500) / 1000), 0),
    liquidity = liquidity + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.liquidity.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (liquidity + 500) / 1000), 0),
    oracle = oracle + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.oracle.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (oracle + 500) / 1000), 0),
    smart_contract = smart_contract + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.smartContract.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (smart_contract + 500) / 1000), 0),
    liquidity_trap = liquidity_trap + COALESCE(sign(CAST(json_extract(e.entry, '$.score.dimensions.liquidityTrap.score') * 10 + 0.5 + 1e-9 AS INTEGER) - (liquidity_trap + 500) / 1000), 0)
  FROM snapshot_entries s JOIN entries e ON e.id = s.entry_id
  WHERE s.snapshot_id = score_numbers.snapshot_id AND s.protocol_id = score_numbers.protocol_id AND json_valid(e.entry);
-- Readings that have an incident, on different days or of different sources, counted up to three: a single one accuses no protocol. Null
-- for the incidents of the first list and of the first version of a page, which nothing can be held against. `read_on` is the last
-- day on which anything read it; `jump_usd` is an amount more than ten times the one in use, which is used once a later day repeats it.
ALTER TABLE incidents ADD COLUMN readings INTEGER;
ALTER TABLE incidents ADD COLUMN read_on TEXT NOT NULL DEFAULT '';
ALTER TABLE incidents ADD COLUMN jump_usd REAL;
-- The losses that a scoreboard had, as it had them first: the day of its snapshot, and the event as JSON; null for a loss without a score.
CREATE TABLE published_events (
  incident_id TEXT PRIMARY KEY,
  published_on TEXT NOT NULL,
  event TEXT
) STRICT;
