#!/bin/sh
# Run once by the PostgreSQL image, before demo.sql: the role that walrelay connects as.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$WALRELAY_PASSWORD" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE walrelay LOGIN REPLICATION PASSWORD :'password';
SELECT format('GRANT CREATE ON DATABASE %I TO walrelay', current_database()) \gexec
SQL
