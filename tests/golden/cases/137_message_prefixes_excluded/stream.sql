SELECT pg_logical_emit_message(true, 'tx1', '\xfbff10'::bytea);
SELECT pg_logical_emit_message(false, 'tx2', '\xfbff10'::bytea);
SELECT pg_logical_emit_message(true, 'TX3', 'upper');
SELECT pg_logical_emit_message(true, 'atx', 'unanchored');
SELECT pg_logical_emit_message(true, 'otherwise', 'x');
SELECT pg_logical_emit_message(false, 'other', 'x');
INSERT INTO a VALUES (1, 'x');
