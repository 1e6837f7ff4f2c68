#!/bin/sh
# A customer and an order a second, then a change, a key change and a deletion, until it is stopped.
set -eu
number=$(psql -At -c "SELECT coalesce(max(id), 0) FROM customers")
while :; do
  number=$((number + 1))
  psql -q -v ON_ERROR_STOP=1 -v n="$number" <<'SQL'
BEGIN;
INSERT INTO customers VALUES (:n, 'customer ' || :n, NULL);
INSERT INTO orders VALUES (:n, 1, 'item', 9.99);
COMMIT;
UPDATE customers SET email = :n || '@example.com' WHERE id = :n;
UPDATE orders SET order_no = 2 WHERE customer_id = :n;
DELETE FROM orders WHERE customer_id = :n - 10;
SQL
  sleep 1
done
