CREATE TABLE t (id int PRIMARY KEY, v varchar(20) DEFAULT 'x', n numeric NOT NULL, p text, d date, e text, u text);
COMMENT ON TABLE t IS 'the table';
COMMENT ON COLUMN t.id IS 'the key';
COMMENT ON COLUMN t.v IS E'quoted "ä"\n\\ end';
COMMENT ON COLUMN t.n IS 'a number';
COMMENT ON COLUMN t.p IS 'masked';
COMMENT ON COLUMN t.d IS 'a date';
COMMENT ON COLUMN t.e IS '';
INSERT INTO t VALUES (7, 'v', 1.5, 'p', '2020-01-01', '', '');
