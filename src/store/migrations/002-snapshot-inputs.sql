-- Hash of what a snapshot was scored from: the code and the state of the readings. A run that finds it again has nothing to score.
ALTER TABLE snapshots ADD COLUMN inputs TEXT;
