"""Tests whose Kafka clients all go through a proxy that can lose, cut and repeat what they say."""

from .kafka_broker import KafkaBroker
from .kafka_proxy import KafkaProxy
from .world import RelayCase


class ProxiedCase(RelayCase):
    proxy: KafkaProxy

    @classmethod
    def make_broker(cls) -> KafkaBroker:
        cls.proxy = KafkaProxy()
        cls.addClassCleanup(cls.proxy.close)
        return KafkaBroker(settings=cls.proxy.broker_settings)

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.proxy.serve(cls.broker)
