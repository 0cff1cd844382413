"""Settings shared by all tests."""

from hypothesis import HealthCheck, settings

# No deadline: the suite runs on shared machines, and a slow example is not a wrong one.
settings.register_profile("commspec", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("commspec")
