-- TVL by protocol, section and day is kept for ever as one total, in cents. The split by chain is that of the newest reading: nothing
-- ever read an older one.
ALTER TABLE tvl_daily RENAME TO tvl_by_chain;
CREATE TABLE tvl_daily (
  protocol_id INTEGER NOT NULL,
  section INTEGER NOT NULL,
  day INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  PRIMARY KEY (protocol_id, section, day)
) STRICT, WITHOUT ROWID;
INSERT INTO tvl_daily (protocol_id, section, day, cents)
  SELECT protocol_id, section, day, CAST(ROUND(SUM(usd) * 100) AS INTEGER) FROM tvl_by_chain
  GROUP BY protocol_id, section, day;
DROP TABLE tvl_by_chain;
