SELECT pg_logical_emit_message(true, 'tx', 'hello');
SELECT pg_logical_emit_message(false, 'nontx', 'world');
BEGIN;
INSERT INTO a VALUES (2, 'b');
SELECT pg_logical_emit_message(true, 'tx', '\x00ff10'::bytea);
COMMIT;
