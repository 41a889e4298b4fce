-- TVL of the protocol two days before an incident, in US dollars, and its day. Only for incidents of the sample, which has no history:
-- for all others it is read from `tvl_daily`.
ALTER TABLE incidents ADD COLUMN tvl_before_usd REAL;
ALTER TABLE incidents ADD COLUMN tvl_before_on TEXT;
