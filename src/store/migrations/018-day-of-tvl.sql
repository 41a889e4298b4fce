-- The day number of the TVL beside a score, where it is not that of the snapshot; not known of snapshots from before this column.
ALTER TABLE score_numbers ADD COLUMN tvl_day INTEGER;
