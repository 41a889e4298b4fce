-- GitHub organisations of a protocol as a JSON list: with its site, they tell which bounty programmes are its own.
ALTER TABLE protocols ADD COLUMN organisations TEXT NOT NULL DEFAULT '[]';
