CREATE TABLE a (id int PRIMARY KEY, m text, n numeric, n2 numeric(6,2), v text, h text, i float8, ts timestamptz(6));
ALTER TABLE a REPLICA IDENTITY FULL;
