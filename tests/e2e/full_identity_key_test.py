"""Keys of a table with REPLICA IDENTITY FULL, whose Relation message does not name the key: they
come from the catalog, which may be newer than the row, or older than the next one."""

import unittest

from harness.world import RelayCase, World

FULL = "ALTER TABLE items REPLICA IDENTITY FULL"


class FullIdentityKey(RelayCase):
    def test_a_key_column_was_renamed_while_the_daemon_was_down(self) -> None:
        """A key that is not known must not become no key: not without a word, at the least."""
        world = self._streaming("id int PRIMARY KEY, note text")
        world.daemon.stop()
        world.sql("INSERT INTO items VALUES (2, 'before the rename')")
        world.sql("DELETE FROM items WHERE id = 2")
        world.sql("ALTER TABLE items RENAME id TO item_id")
        world.start_and_wait()
        world.wait_until_relayed()
        self._assert_keyed_or_said(world)

    def test_the_table_was_dropped_while_the_daemon_was_down(self) -> None:
        world = self._streaming("id int PRIMARY KEY, note text")
        world.daemon.stop()
        world.sql("INSERT INTO items VALUES (2, 'before the drop')")
        world.sql("DROP TABLE items")
        world.start_and_wait()
        world.wait_until_relayed()
        self._assert_keyed_or_said(world)

    def test_the_primary_key_becomes_another_while_rows_flow(self) -> None:
        """The new key holds at once, as it does after a restart."""
        world = self._streaming("id int PRIMARY KEY, code int NOT NULL")
        world.sql("INSERT INTO items VALUES (1, 10)")
        world.wait_until_relayed()
        world.sql("ALTER TABLE items DROP CONSTRAINT items_pkey, ADD PRIMARY KEY (code)")
        world.sql("INSERT INTO items VALUES (2, 20)")
        world.wait_until_relayed()
        keys = [record.key_json for record in self._records(world)]
        self.assertEqual(keys, [{"id": 1}, {"code": 20}])
        world.daemon.stop()

    def _streaming(self, columns: str) -> World:
        world = self.world(
            tables="public.items,public.load_a",
            create=f"CREATE TABLE items ({columns}); {FULL}",
        )
        world.start_and_wait()
        return world

    def _records(self, world: World) -> list:
        return world.reader.of_topic(f"{world.name}.public.items")

    def _assert_keyed_or_said(self, world: World) -> None:
        records = self._records(world)
        self.assertTrue(records)
        without_key = [record for record in records if record.key is None]
        said = [
            line
            for line in world.daemon.output().splitlines()
            if "warning" in line and "public.items" in line and "key" in line
        ]
        self.assertTrue(said or not without_key, f"{without_key}\n{world.daemon.output()}")
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
