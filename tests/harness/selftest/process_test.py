"""Children die with their parent; the Daemon class against a stand-in program."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from harness import process
from harness.daemon import Daemon
from harness.waiting import TimedOut, wait_for

STAND_IN = """#!/usr/bin/python3
import os, signal, sys, time
print("verb", *sys.argv[1:], flush=True)
if os.environ.get("WALRELAY_CRASH_AT"):
    os.kill(os.getpid(), signal.SIGKILL)
if os.environ.get("PARK"):
    sys.exit(3)
if os.environ.get("ABORT"):
    os.abort()
signal.signal(signal.SIGTERM, lambda *_: sys.exit(int(os.environ.get("EXIT_WITH", "0"))))
print("state streaming", flush=True)
while sys.argv[1] == "run":
    time.sleep(0.02)
"""

PARENT = """
import os, sys, time
from pathlib import Path
from harness import process
child = process.spawn(["/bin/sleep", "60"])
print(child.pid, flush=True)
time.sleep(60)
"""


class Processes(unittest.TestCase):
    def test_a_child_dies_with_a_killed_parent(self) -> None:
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=os.environ
        )
        assert parent.stdout
        child = int(parent.stdout.readline())
        self.assertTrue(process.is_alive(child))
        parent.kill()
        parent.communicate()
        wait_for(lambda: not process.is_alive(child), 10, "the child dies")

    def test_spawning_from_a_thread_is_refused(self) -> None:
        refused: list[str] = []

        def attempt() -> None:
            try:
                process.spawn(["/bin/true"])
            except RuntimeError as error:
                refused.append(str(error))

        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
        self.assertEqual(len(refused), 1)

    def test_waiting_says_what_did_not_happen(self) -> None:
        with self.assertRaisesRegex(TimedOut, "pigs fly"):
            wait_for(lambda: False, 0.1, "pigs fly")


class DaemonClass(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name) / "stand-in"
        self.program.write_text(STAND_IN)
        self.program.chmod(0o755)
        self.daemon = Daemon(Path(folder.name), "kafka:\n", program=self.program)
        self.addCleanup(self.daemon.close)

    def test_starts_waits_and_stops(self) -> None:
        self.daemon.start("--set", "a=b")
        self.daemon.wait_for_log("state streaming")
        self.assertIn("--set a=b", self.daemon.output())
        self.daemon.stop()
        self.assertEqual(self.daemon.exit_code, 0)

    def test_output_is_that_of_the_last_start(self) -> None:
        for mark in ("first", "second"):
            self.daemon.start("--set", mark)
            self.daemon.wait_for_log("state streaming")
            self.daemon.kill()
        self.assertNotIn("first", self.daemon.output())
        self.assertIn("first", self.daemon.log.read_text())

    def test_an_exit_while_waiting_is_reported_at_once(self) -> None:
        self.daemon.start(crash_at="after_begin")
        with self.assertRaisesRegex(AssertionError, "ended"):
            self.daemon.wait_for_log("state streaming", timeout=20)
        self.daemon.wait_for_crash_point()

    def test_a_kill_that_comes_too_late_is_an_error(self) -> None:
        self.daemon.start(env={"PARK": "yes"})
        wait_for(lambda: not self.daemon.running, 20, "it ends by itself")
        with self.assertRaisesRegex(AssertionError, r"by itself \(3\):\nverb run"):
            self.daemon.kill()
        with self.assertRaisesRegex(AssertionError, r"not met \(3\)"):
            self.daemon.wait_for_crash_point()

    def test_a_crash_is_not_covered_up_by_the_next_start(self) -> None:
        daemon = Daemon(self.daemon.folder, self.daemon.config, program=self.program)
        daemon.start(env={"ABORT": "yes"})
        wait_for(lambda: not daemon.running, 20, "it crashes")
        for what in (daemon.kill, daemon.start, daemon.close):
            with self.assertRaisesRegex(AssertionError, r"\(-6\):\nverb run"):
                what()

    def test_a_stop_that_fails_is_an_error(self) -> None:
        self.daemon.start(env={"EXIT_WITH": "7"})
        self.daemon.wait_for_log("state streaming")
        with self.assertRaisesRegex(AssertionError, "with 7"):
            self.daemon.stop()

    def test_other_verbs_use_the_same_configuration(self) -> None:
        done = self.daemon.verb("offsets", "show")
        self.assertIn(f"verb offsets show -c {self.daemon.config}", done.stdout)


if __name__ == "__main__":
    unittest.main()
