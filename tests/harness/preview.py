"""`walrelay preview` as a child: what it prints is what `run` would write."""

import subprocess
from pathlib import Path

from .daemon import binary
from .relay_config import Options, connector_options, render
from .waiting import wait_for

TIMEOUT_S = 30


class PreviewProcess:
    """Standard output is `child`'s pipe; what it logs is in a file of `folder`."""

    def __init__(
        self, folder: Path, connector: str, options: Options, *arguments: str, kafka: str
    ) -> None:
        self._log = folder / "stderr"
        config = folder / "walrelay.yaml"
        config.write_text(render({"bootstrap.servers": kafka}, {connector: options}))
        with open(self._log, "w") as log:
            self.child = subprocess.Popen(
                [binary(), "preview", "-c", config, *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def log(self) -> str:
        return self._log.read_text()

    def wait_until_streaming(self) -> None:
        def streaming() -> bool:
            assert self.child.poll() is None, self.log()
            return " previewing" in self.log()

        wait_for(streaming, TIMEOUT_S, "the preview streams", explain=self.log)

    def lines(self, code: int = 0) -> list[str]:
        """All that it printed, once it has ended."""
        output, _ = self.child.communicate(timeout=TIMEOUT_S)
        assert self.child.returncode == code, self.log()
        return output.splitlines()

    def close(self) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        if self.child.stdout:
            self.child.stdout.close()
