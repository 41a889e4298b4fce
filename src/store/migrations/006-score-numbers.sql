-- The numbers of every snapshot are kept for ever, as whole numbers, which take half the room of fractions: a composite, which has six
-- decimals, in millionths of a point, dimensions and coverage in ten-thousandths, TVL in dollars (`tvl_daily` has the cents).
-- `scores` shows all of them as points.
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
  PRIMARY KEY (snapshot_id, protocol_id)
) STRICT, WITHOUT ROWID;
INSERT INTO score_numbers
  SELECT snapshot_id, protocol_id, CAST(ROUND(composite * 1e6) AS INTEGER), CAST(ROUND(credit * 1e4) AS INTEGER),
    CAST(ROUND(counterparty * 1e4) AS INTEGER), CAST(ROUND(liquidity * 1e4) AS INTEGER),
    CAST(ROUND(oracle * 1e4) AS INTEGER), CAST(ROUND(smart_contract * 1e4) AS INTEGER),
    CAST(ROUND(liquidity_trap * 1e4) AS INTEGER), CAST(ROUND(coverage * 1e4) AS INTEGER),
    CAST(ROUND(tvl_usd) AS INTEGER)
  FROM scores ORDER BY snapshot_id, protocol_id;
DROP TABLE scores;
CREATE VIEW scores AS
  SELECT snapshot_id, protocol_id, composite / 1e6 AS composite, credit / 1e4 AS credit,
    counterparty / 1e4 AS counterparty, liquidity / 1e4 AS liquidity, oracle / 1e4 AS oracle,
    smart_contract / 1e4 AS smart_contract, liquidity_trap / 1e4 AS liquidity_trap, coverage / 1e4 AS coverage,
    tvl_usd
  FROM score_numbers;
