"""For all tests."""

import signal


def pytest_configure() -> None:
    """Whoever starts the suite in the background may have it ignore Ctrl-C, and every child would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
