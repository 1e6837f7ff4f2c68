"""event.converting.failure.handling.mode: `skip` makes such a value null without a word in the log,
`warn` with one."""

import unittest

from harness.world import RelayCase, World

WARNING = "became null"


class ConversionFailure(RelayCase):
    def test_warn_says_it(self) -> None:
        self.assertIn(WARNING, self._output_of("warn"))

    def test_skip_does_not(self) -> None:
        self.assertNotIn(WARNING, self._output_of("skip"))

    def _output_of(self, mode: str) -> str:
        world: World = self.world(
            tables="public.amounts",
            create="CREATE TABLE amounts (id int PRIMARY KEY, amount numeric(10, 2))",
            changes={"event.converting.failure.handling.mode": mode},
        )
        world.start_and_wait()
        world.sql("INSERT INTO amounts VALUES (1, 'NaN')")
        world.wait_until_relayed()
        (record,) = world.reader.of_topic(f"{world.name}.public.amounts")
        self.assertIsNone(record.value_json["after"]["amount"])
        world.daemon.stop()
        return world.daemon.output()


if __name__ == "__main__":
    unittest.main()
