# walrelay as a container image: the repository's own scripts build it, and the second stage holds
# the program and the libraries that it links, nothing else.
FROM debian:trixie-slim AS build
WORKDIR /src
# Alone first, so that a change of the sources does not install everything again.
COPY scripts/install-deps scripts/install-deps
RUN scripts/install-deps
COPY . .
RUN scripts/build release && docker/runtime-packages build/release/walrelay >build/runtime-packages

FROM debian:trixie-slim
COPY --from=build /src/build/runtime-packages /tmp/runtime-packages
RUN apt-get update \
 && xargs apt-get install -y --no-install-recommends </tmp/runtime-packages \
 && rm -rf /var/lib/apt/lists/* /tmp/runtime-packages \
 && useradd --system --no-create-home walrelay
COPY --from=build /src/build/release/walrelay /usr/local/bin/walrelay
USER walrelay
ENTRYPOINT ["walrelay"]
CMD ["run", "-c", "/etc/walrelay/walrelay.yaml"]
