INSERT INTO t VALUES (1, 'v', 1.5, 'p', '2020-01-01', '', '');
-- @wait
COMMENT ON COLUMN t.d IS 'another date';
ALTER TABLE t ADD COLUMN z int;
COMMENT ON COLUMN t.z IS 'late';
INSERT INTO t VALUES (2, 'v', 1.5, 'p', '2020-01-01', '', '', 3);
DELETE FROM t WHERE id = 1;
