-- The range of each composite that missing data allow, as published: in tenths of a point, which take a quarter of the room of
-- millionths. Null for a protocol without a composite, and for scores of versions that did not keep their bounds; those of
-- the newest snapshots, whose entries are kept, are read from the entries and rounded as `roundScore` does.
ALTER TABLE score_numbers ADD COLUMN composite_low INTEGER;
ALTER TABLE score_numbers ADD COLUMN composite_high INTEGER;
UPDATE score_numbers
  SET composite_low = CAST(json_extract(e.entry, '$.score.band.low') * 10 + 0.5 + 1e-9 AS INTEGER),
    composite_high = CAST(json_extract(e.entry, '$.score.band.high') * 10 + 0.5 + 1e-9 AS INTEGER)
  FROM snapshot_entries s JOIN entries e ON e.id = s.entry_id
  WHERE s.snapshot_id = score_numbers.snapshot_id AND s.protocol_id = score_numbers.protocol_id AND json_valid(e.entry);
DROP VIEW scores;
CREATE VIEW scores AS
  SELECT snapshot_id, protocol_id, composite / 1e6 AS composite, credit / 1e4 AS credit,
    counterparty / 1e4 AS counterparty, liquidity / 1e4 AS liquidity, oracle / 1e4 AS oracle,
    smart_contract / 1e4 AS smart_contract, liquidity_trap / 1e4 AS liquidity_trap, coverage / 1e4 AS coverage,
    tvl_usd, composite_low / 1e1 AS composite_low, composite_high / 1e1 AS composite_high
  FROM score_numbers;
