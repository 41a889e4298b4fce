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
