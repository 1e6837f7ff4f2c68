CREATE SCHEMA "s-1";
CREATE TYPE "m ood" AS ENUM ('a b');
CREATE TABLE "s-1"."t ä" ("1a" int PRIMARY KEY, "b c" text, "é" text DEFAULT 'x', ok numeric, "_x$y" "m ood", "日😀" int, "ends-" text, "u_1" text, "p.q" text, "-a" text);
