"""All of it on one machine, to be tried: `python3 dev.py cluster`.

PostgreSQL, Valkey, three servers and two processes that think; before them Caddy, nginx, or where neither is installed
a small proxy of our own.
Enter restarts the servers one after the other, as an upgrade would; Ctrl-C ends everything.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from ..server.serving import HOUSE
from .cluster import Cluster, free_ports, well

CADDY = """{{
	admin off
}}
http://127.0.0.1:{port} {{
	reverse_proxy {servers} {{
		lb_policy least_conn
		lb_try_duration 5s
		health_uri /healthz
		health_interval 1s
		fail_duration 3s
	}}
}}
"""
NGINX = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off;
    map $http_upgrade $asterism_connection {{ default upgrade; "" ""; }}
    upstream asterism {{ least_conn; {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://asterism;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $asterism_connection;
            proxy_read_timeout 1h;
            proxy_next_upstream error timeout http_503;
        }}
    }}
}}
"""


def before(addresses: list[str], folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A proxy before the servers, and where it is found."""
    port = free_ports(1)[0]
    file = folder / "proxy.conf"
    if caddy := shutil.which("caddy"):
        file.write_text(CADDY.format(port=port, servers=" ".join(addresses)))
        command = [caddy, "run", "--adapter", "caddyfile", "--config", str(file)]
    elif nginx := shutil.which("nginx"):
        servers = " ".join(f"server {address} max_fails=1 fail_timeout=3s;" for address in addresses)
        file.write_text(NGINX.format(port=port, servers=servers, folder=folder))
        command = [nginx, "-c", str(file)]
    else:
        command = [sys.executable, "-m", "tests.chaos.proxy", str(port), *addresses]
    with (folder / "proxy.log").open("wb") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, cwd=HOUSE), f"http://127.0.0.1:{port}"


def roll(cluster: Cluster) -> None:
    """Restart the servers one after the other; those who are connected are asked to come back, and come to another."""
    for server, address in zip(cluster.servers, cluster.addresses, strict=True):
        server.process.terminate()
        server.process.wait()
        server.start()
        while not well(address):
            threading.Event().wait(0.2)
        print(f"  {address} is new", flush=True)


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nothing is left behind then either
    with tempfile.TemporaryDirectory(prefix="asterism-cluster-") as place:
        folder = Path(place)
        print("starting PostgreSQL, Valkey, three servers and two workers ...", flush=True)
        cluster = Cluster(folder, servers=3, workers=2, bot_pause=0.9)
        proxy = None
        try:
            cluster.wait()
            proxy, where = before(cluster.addresses, folder)
            print(f"Play at {where}")
            print("The servers themselves: " + ", ".join(f"http://{address}" for address in cluster.addresses))
            print(f"Logs are in {folder}. Enter: restart the servers one by one. Ctrl-C: end.", flush=True)
            while True:
                input()
                roll(cluster)
        except (KeyboardInterrupt, EOFError):
            print("\nending ...", flush=True)
        finally:
            if proxy is not None:
                proxy.terminate()
            cluster.stop()


if __name__ == "__main__":
    main()
