"""Defaults, comments and NOT NULL that change while rows stream are in the schemas that follow."""

import unittest
from typing import Any

from harness.world import RelayCase, World

CHANGES = {
    "value.converter.schemas.enable": True,
    "value.converter.replace.null.with.default": True,
    "include.schema.comments": True,
}


def column(value: Any, name: str) -> dict[str, Any]:
    after = next(part for part in value["schema"]["fields"] if part["field"] == "after")
    return next(part for part in after["fields"] if part["field"] == name)


class CatalogFacts(RelayCase):
    def test_what_only_the_catalog_tells_is_asked_for_again(self) -> None:
        world = self.world(
            tables="public.facts",
            changes=CHANGES,
            create="CREATE TABLE facts (id int PRIMARY KEY, v text DEFAULT 'old', w int);",
        )
        world.start_and_wait()
        (first,) = self._inserted(world, "(1, NULL, 1)")
        self.assertEqual(column(first, "v")["default"], "old")
        self.assertEqual(first["payload"]["after"]["v"], "old")
        world.sql("ALTER TABLE facts ALTER v SET DEFAULT 'new', ALTER w SET NOT NULL")
        world.sql("COMMENT ON COLUMN facts.w IS 'how many'; ANALYZE facts")
        (_, second) = self._inserted(world, "(2, NULL, 2)")
        self.assertEqual(column(second, "v")["default"], "new")
        self.assertEqual(second["payload"]["after"]["v"], "new")
        self.assertFalse(column(second, "w")["optional"])
        self.assertEqual(column(second, "w")["doc"], "how many")
        world.daemon.stop()

    def _inserted(self, world: World, row: str) -> list[Any]:
        world.sql(f"INSERT INTO facts VALUES {row}")
        world.wait_until_relayed()
        return [record.value_json for record in world.records("facts")]


if __name__ == "__main__":
    unittest.main()
