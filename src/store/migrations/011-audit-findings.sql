-- What a report found, in words, where somebody read it.
ALTER TABLE audits ADD COLUMN findings TEXT;
