"""What a compiler's own logs say about what it left unfused: its sentences, shortened, not ours. Nothing here needs PyTorch."""
import contextlib
import io
import logging
import re

MOST, LONGEST = 6, 160
REFUSAL = re.compile(r"cannot fuse (\S+) with (\S+): (.+)")
TUNED = re.compile(r"^AUTOTUNE (\S+)\((.*)\)")
TIMED = re.compile(r"^\s*(\S+) ([\d.]+) ms ([\d.]+%)")


class Heard(logging.Handler):
    """Keeps the lines that a logger is given."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def shortened(line):
    line = " ".join(line.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def refusals(lines):
    """Its refusals to fuse, each reason once, with the first pair that it was given for."""
    found = {}
    for line in lines:
        refused = REFUSAL.search(line)
        if refused:
            found.setdefault(refused.group(3).strip(), shortened(refused.group(0)))
    return list(found.values())


def choices(text):
    """Of what an autotuner printed: which kernel it took for each product, and the best of the other kind."""
    found, head = [], None
    for line in text.splitlines():
        tuned, timed = TUNED.match(line), TIMED.match(line)
        if tuned:
            head, first = tuned.group(1), None
        elif head and timed:
            name, time, _ = timed.groups()
            ours = name.startswith("triton")
            if first is None:
                first = (name, time, ours)
            elif ours != first[2]:
                found.append(shortened(f"AUTOTUNE {head}: {first[0]} {first[1]} ms, {name} {time} ms"))
                head = None
    return found


@contextlib.contextmanager
def listening():
    """Inside: Inductor's words on fusing are kept; the list that this gives is filled at the end."""
    import torch
    import torch._inductor.scheduler  # its logger is known once it is there

    said, heard, printed = [], Heard(), io.StringIO()
    torch._logging.set_logs(fusion=True)
    loggers = [logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.endswith(".__fusion")]
    for logger in loggers:
        logger.addHandler(heard)
        logger.propagate = False  # into the list, not onto the screen
    try:
        with contextlib.redirect_stderr(printed):
            yield said
    finally:
        for logger in loggers:
            logger.removeHandler(heard)
        torch._logging.set_logs()
        said += (refusals(heard.lines) + choices(printed.getvalue()))[:MOST]
