"""What record_corpus lets a real server decode: a name, and statements that each commit alone
unless they begin a transaction."""

_TYPES = {
    "bool": "true", "int2": "-32768", "int8": "9223372036854775807", "oid": "4294967295",
    "float4": "'-Infinity'", "float8": "1e-300", "numeric(20,4)": "-1234567890123456.7890",
    "numeric": "'NaN'", "money": "1234.56", "text": "E'caf\u00e9 \"\\\\\\n'", "bpchar(5)": "'ab'",
    "varchar(10)": "''", "\"char\"": "'x'", "name": "'n'", "bytea": "'\\x00ff'",
    "date": "'0044-03-15 BC'", "time": "'24:00:00'", "timetz": "'04:05:06.789-08'",
    "timestamp": "'294276-12-31 23:59:59.999999'", "timestamptz": "'-infinity'",
    "interval": "'-1 year 2 mons -3 days 04:05:06.7'", "uuid": "md5('a')::uuid",
    "json": "'{\"a\" : [1, null]}'", "jsonb": "'{\"b\": 1e400}'", "xml": "'<a>1</a>'",
    "inet": "'::1/64'", "cidr": "'10/8'", "macaddr": "'08:00:2b:01:02:03'",
    "macaddr8": "'08:00:2b:01:02:03:04:05'", "bit(3)": "B'101'", "varbit": "B''",
    "point": "'(1,2)'", "line": "'{1,2,3}'", "box": "'(1,2),(3,4)'", "path": "'[(1,2),(3,4)]'",
    "polygon": "'((1,2),(3,4))'", "circle": "'<(1,2),3>'", "tsvector": "'a:1 b:2'",
    "tsquery": "'a & b'", "pg_lsn": "'16/B374D848'", "int4range": "'[1,5)'",
    "tstzrange": "'[2024-01-01,)'", "int4multirange": "'{[1,2),[5,6)}'", "regclass": "'pg_class'",
    "int4[]": "'[0:1]={1,NULL}'", "text[]": "array['a,\"b', null, '']", "int2vector": "'1 2'",
    "timestamptz[]": "'{infinity}'", "numeric[]": "'{{1.5,NaN},{0,1}}'", "mood": "'good'",
    "mood[]": "'{good,NULL}'", "positive": "7", "pair": "'(1,\"a b\")'", "email": "'a@b'",
}
_COLUMNS = ", ".join(f"c{i} {kind}" for i, kind in enumerate(_TYPES))
_VALUES = ", ".join(_TYPES.values())

WORKLOADS: dict[str, list[str]] = {
    "types": [
        "CREATE TYPE mood AS ENUM ('good', 'bad')",
        "CREATE DOMAIN positive AS int CHECK (VALUE > 0)",
        "CREATE DOMAIN email AS varchar(100)",
        "CREATE TYPE pair AS (a int, b text)",
        f"CREATE TABLE every_type (id int PRIMARY KEY, {_COLUMNS})",
        "ALTER TABLE every_type REPLICA IDENTITY FULL",
        f"INSERT INTO every_type VALUES (1, {_VALUES})",
        "INSERT INTO every_type (id) VALUES (2)",
        "UPDATE every_type SET c1 = 1 WHERE id = 1",
        "DELETE FROM every_type",
    ],
    "identities": [
        "CREATE TABLE composite (a int, b text, note text, PRIMARY KEY (b, a))",
        "CREATE TABLE by_index (id int NOT NULL, v text)",
        "CREATE UNIQUE INDEX by_index_id ON by_index (id)",
        "ALTER TABLE by_index REPLICA IDENTITY USING INDEX by_index_id",
        "CREATE TABLE keyless (v text)",
        "CREATE TABLE \"Odd \"\"name\" (\"K\u00e9y\" int PRIMARY KEY)",
        "BEGIN; INSERT INTO composite VALUES (1, 'x', 'n'), (2, 'y', NULL);"
        "UPDATE composite SET b = 'z' WHERE a = 1; UPDATE composite SET note = 'm' WHERE a = 2;"
        "DELETE FROM composite; INSERT INTO by_index VALUES (1, 'v');"
        "UPDATE by_index SET id = 2; UPDATE by_index SET v = 'w'; DELETE FROM by_index;"
        "INSERT INTO keyless VALUES ('k'); INSERT INTO \"Odd \"\"name\" VALUES (1); COMMIT",
    ],
    "toast": [
        "CREATE TABLE long_values (id int PRIMARY KEY, n int, body text)"
        " WITH (toast_tuple_target = 128)",
        "ALTER TABLE long_values ALTER body SET STORAGE EXTERNAL",
        "INSERT INTO long_values VALUES (1, 0, repeat('abc', 900))",
        "UPDATE long_values SET n = 1",
        "UPDATE long_values SET id = 2",
        "ALTER TABLE long_values REPLICA IDENTITY FULL",
        "UPDATE long_values SET n = 3",
        "DELETE FROM long_values",
    ],
    "ddl": [
        "CREATE TABLE shifting (id int PRIMARY KEY, a text DEFAULT 'd')",
        "INSERT INTO shifting VALUES (1, 'x')",
        "BEGIN; INSERT INTO shifting VALUES (2, 'x'); ALTER TABLE shifting ADD b int DEFAULT 7;"
        "INSERT INTO shifting VALUES (3, 'x', 8); ALTER TABLE shifting DROP a;"
        "UPDATE shifting SET b = 9 WHERE id = 2; COMMIT",
        "ALTER TABLE shifting ALTER b TYPE numeric(8,2)",
        "ALTER TABLE shifting RENAME b TO c",
        "INSERT INTO shifting VALUES (4, 1.5)",
        "ALTER TABLE shifting RENAME TO shifted",
        "UPDATE shifted SET c = 2 WHERE id = 4",
        "DROP TABLE shifted",
        "CREATE TABLE shifted (k uuid PRIMARY KEY)",
        "INSERT INTO shifted VALUES (md5('k')::uuid)",
    ],
    "truncate": [
        "CREATE TABLE parent (id serial PRIMARY KEY)",
        "CREATE TABLE child (id int PRIMARY KEY, of int REFERENCES parent)",
        "BEGIN; INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1); COMMIT",
        "TRUNCATE parent RESTART IDENTITY CASCADE",
        "BEGIN; INSERT INTO parent VALUES (2); TRUNCATE child, parent; COMMIT",
    ],
    "transactions": [
        "CREATE TABLE steps (id int PRIMARY KEY)",
        "BEGIN; INSERT INTO steps VALUES (1); SAVEPOINT a; INSERT INTO steps VALUES (2);"
        "ROLLBACK TO a; SAVEPOINT b; INSERT INTO steps VALUES (3); RELEASE b; COMMIT",
        "BEGIN; INSERT INTO steps VALUES (4); ROLLBACK",
        "BEGIN; INSERT INTO steps VALUES (5); PREPARE TRANSACTION 'p'",
        "INSERT INTO steps VALUES (6)",
        "COMMIT PREPARED 'p'",
        "CREATE UNLOGGED TABLE unseen (id int)",
        "INSERT INTO unseen VALUES (1)",
    ],
    "partitions": [
        "CREATE TABLE parts (id int PRIMARY KEY, v text) PARTITION BY RANGE (id)",
        "CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10)",
        "CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM (10) TO (20)",
        "INSERT INTO parts VALUES (1, 'a'), (11, 'b')",
        "UPDATE parts SET id = 12 WHERE id = 1",
        "TRUNCATE parts",
    ],
    "messages": [
        "CREATE TABLE beside (id int PRIMARY KEY)",
        "SELECT pg_replication_origin_create('elsewhere')",
        "SELECT pg_replication_origin_session_setup('elsewhere')",
        "BEGIN; SELECT pg_replication_origin_xact_setup('0/123', now());"
        "INSERT INTO beside VALUES (1); COMMIT",
        "SELECT pg_replication_origin_session_reset()",
        "SELECT pg_logical_emit_message(true, 'prefix', 'inside a transaction')",
        "SELECT pg_logical_emit_message(false, 'prefix', 'outside')",
    ],
    "generated": [
        "CREATE TABLE made (id int PRIMARY KEY, twice int GENERATED ALWAYS AS (id * 2) STORED)",
        "INSERT INTO made VALUES (1)",
        "UPDATE made SET id = 2",
    ],
}
