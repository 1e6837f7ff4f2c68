-- The demo's tables, for scripts/quickstart and docker-compose.yml. They belong to the relay's role,
-- so that it may put them into its publication.
CREATE TABLE customers (
  id int PRIMARY KEY,
  name text NOT NULL,
  email text
);
CREATE TABLE orders (
  customer_id int NOT NULL REFERENCES customers,
  order_no int NOT NULL,
  item text NOT NULL,
  price numeric(10,2) NOT NULL,
  PRIMARY KEY (customer_id, order_no)
);
ALTER TABLE customers OWNER TO walrelay;
ALTER TABLE orders OWNER TO walrelay;
