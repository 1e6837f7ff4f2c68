"""Three Kafka nodes of one's own, each a broker and a controller: any one of them may be gone."""

from .kafka_broker import KafkaBroker, Place, random_kafka_id
from .process import free_port

NODES = 3
_SETTINGS = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "2",
    "offsets.topic.replication.factor": "3",
    "share.coordinator.state.topic.replication.factor": "3",
    # A killed node is noticed after this silence; the default is nine seconds.
    "broker.session.timeout.ms": "4000",
    "broker.heartbeat.interval.ms": "500",
}


class KafkaCluster:
    """To a test what KafkaBroker is, and `nodes`."""

    def __init__(self) -> None:
        ports = [(free_port(), free_port()) for _ in range(NODES)]
        voters = ",".join(
            f"{node}@127.0.0.1:{controller}" for node, (_, controller) in enumerate(ports, 1)
        )
        self.cluster_id = random_kafka_id()
        self.nodes = [
            KafkaBroker(
                settings=_SETTINGS,
                place=Place(node, port, controller, voters),
                cluster_id=self.cluster_id,
            )
            for node, (port, controller) in enumerate(ports, 1)
        ]

    @property
    def bootstrap(self) -> str:
        return ",".join(node.bootstrap for node in self.nodes)

    def launch(self) -> None:
        for node in self.nodes:
            node.launch()

    def wait_until_ready(self) -> None:
        for node in self.nodes:
            node.wait_until_ready()

    def remove(self) -> None:
        for node in self.nodes:
            node.remove()
