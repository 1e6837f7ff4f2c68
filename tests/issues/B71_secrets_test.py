"""B71: no password is ever in a log, an error, a command line or a topic."""

import unittest
from pathlib import Path

from harness.daemon import run_verb
from harness.postgres_server import RELAY_PASSWORD
from harness.world import RelayCase, World

WRONG = "wr0ng-Passw0rd-unique"
SASL = "sasl-Passw0rd-unique"
KEY = "key-Passw0rd-unique"


class Secrets(RelayCase):
    def _assert_clean(self, *texts: str) -> None:
        for text in texts:
            for secret in (RELAY_PASSWORD, WRONG, SASL, KEY):
                self.assertNotIn(secret, text)

    def _rewrite(self, world: World, old: str, new: str) -> None:
        text = world.daemon.config.read_text()
        self.assertIn(old, text)
        world.daemon.config.write_text(text.replace(old, new))

    def test_running_at_debug_level(self) -> None:
        world = self.world()
        self._rewrite(world, "kafka:\n", "log.level: debug\nkafka:\n  debug: all\n")
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_relayed()
        command_line = Path(f"/proc/{world.daemon.pid}/cmdline").read_bytes().decode()
        show = world.daemon.verb("offsets", "show")
        self.assertEqual(show.returncode, 0, show.stderr)
        records = str(world.oracle.read(world.offsets_topic, f"{world.name}.public.load_a"))
        world.daemon.stop()
        self._assert_clean(world.daemon.output(), command_line, show.stdout, show.stderr, records)

    def test_wrong_password(self) -> None:
        world = self.world()
        self._rewrite(world, RELAY_PASSWORD, WRONG)
        world.daemon.start()
        self.assertNotEqual(world.daemon.wait(60), 0)
        self.assertIn("password", world.daemon.output())
        self._assert_clean(world.daemon.output())

    def test_wrong_host(self) -> None:
        world = self.world()
        self._rewrite(world, '"127.0.0.1"', '"127.0.0.2"')
        world.daemon.start()
        world.daemon.wait_for_log("degraded")
        world.daemon.terminate()
        self._assert_clean(world.daemon.output())

    def test_sasl_and_key_passwords(self) -> None:
        world = self.world()
        secrets = f'  sasl.password: "{SASL}"\n  sasl.username: u\n  ssl.key.password: "{KEY}"\n'
        self._rewrite(world, "kafka:\n", "log.level: debug\nkafka:\n  debug: all\n" + secrets)
        world.daemon.start()
        world.daemon.wait_for_log("walrelay starts")
        world.daemon.terminate()
        self._assert_clean(world.daemon.output())

    def test_malformed_configuration(self) -> None:
        world = self.world()
        for old, new in (
            ("database.password:", "database.pasword:"),
            ("database.password:", "database.password: [1, 2]\n    database.password:"),
            ("database.password: ", "database.password: @"),
        ):
            with self.subTest(new):
                text = world.daemon.config.read_text()
                broken = world.folder / "broken.yaml"
                broken.write_text(text.replace(old, new))
                for words in (("config", "check"), ("run",)):
                    done = run_verb(*words, "-c", str(broken))
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self._assert_clean(done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main()
