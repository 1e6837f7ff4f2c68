"""A checkpoint must not expire: an offsets topic from which the broker may delete is refused, before
the first start and after it. How long such a topic would keep records matters only then."""

import shlex
import subprocess
import unittest

from harness.paths import KAFKA_LIBS
from harness.refusal import RefusalCase
from harness.world import World

# What kafka-configs.sh runs.
CONFIG_COMMAND = ["java", "-cp", f"{KAFKA_LIBS}/*", "kafka.admin.ConfigCommand"]


class OffsetsTopicPolicy(RefusalCase):
    def test_a_topic_that_deletes(self) -> None:
        world = self.relayed_world()
        for policy in ("delete", "compact,delete"):
            with self.subTest(policy):
                self._alter(world, "cleanup.policy", policy)
                self.assert_refused(
                    world, f"'{world.offsets_topic}' has cleanup.policy '{policy}'", "can expire"
                )
                self._run_kafka_configs(world)
                self.assertEqual(self._policy(world), "compact")
        self.assert_relays_again(world)

    def test_a_topic_that_deletes_before_the_first_start(self) -> None:
        """Nothing is created on either side."""
        world = self.world()
        world.oracle.create_topic(world.offsets_topic, **{"cleanup.policy": "delete"})
        self.assert_refused(world, "has cleanup.policy 'delete'")
        self.assertIsNone(world.slot_row())
        self.assertEqual(world.sql("SELECT pubname FROM pg_publication"), [])
        self._run_kafka_configs(world)
        self.assert_relays_again(world)

    def test_retention_of_a_compacted_topic_does_no_harm(self) -> None:
        world = self.relayed_world()
        for name, value in (("retention.ms", "1"), ("retention.bytes", "1"), ("segment.ms", "1")):
            self._alter(world, name, value)
        self.assert_relays_again(world)

    def _alter(self, world: World, name: str, value: str) -> None:
        words = ["--alter", "--topic", world.offsets_topic, "--add-config", f"{name}=[{value}]"]
        self._kafka_configs(words)

    def _policy(self, world: World) -> str:
        return world.oracle.describe(world.offsets_topic)["configs"]["cleanup.policy"]

    def _run_kafka_configs(self, world: World) -> None:
        """The command that the refusal printed, with the broker added."""
        output = world.daemon.output()
        start = output.index("kafka-configs.sh ") + len("kafka-configs.sh ")
        self._kafka_configs(shlex.split(output[start : output.index('"', start)]))

    def _kafka_configs(self, words: list[str]) -> None:
        command = [*CONFIG_COMMAND, "--bootstrap-server", self.broker.bootstrap, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
