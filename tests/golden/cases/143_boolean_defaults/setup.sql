CREATE TABLE a (id int PRIMARY KEY,
  a boolean DEFAULT (1 > 0),
  b boolean NOT NULL DEFAULT (NOT true),
  c boolean DEFAULT NULL::boolean,
  d boolean DEFAULT (true AND true),
  e boolean DEFAULT 'yes',
  f boolean DEFAULT (true)::boolean,
  g boolean DEFAULT current_user = 'postgres',
  h boolean DEFAULT pg_is_in_recovery());
