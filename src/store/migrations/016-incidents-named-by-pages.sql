-- The protocol whose page named an incident, the last day on which it did, and whether a page has a list of incidents at all.
ALTER TABLE incidents RENAME COLUMN told_by TO named_by;
ALTER TABLE incidents RENAME COLUMN told_on TO named_on;
ALTER TABLE incident_pages RENAME COLUMN tells TO has_list;
