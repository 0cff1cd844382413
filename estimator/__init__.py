"""commspec: collective-communication requirements, from a YAML spec to a document a vendor can answer."""

__version__ = "0.1.0"
