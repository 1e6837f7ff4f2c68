INSERT INTO "s-1"."t ä" VALUES (1, 'v', 'w', 1.5, 'a b', 1, 'e', 'u', 'pq', 'a');
UPDATE "s-1"."t ä" SET "1a" = 2;
UPDATE "s-1"."t ä" SET "b c" = 'z';
DELETE FROM "s-1"."t ä";
