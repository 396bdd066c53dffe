"""The job queue in Valkey or Redis, fair by owner (round robin), and the answers.

An owner has one place in the line of each rank, however many jobs they have there; a worker takes one job of the first
owner, who then goes to the end. Ranks are bots that people wait for, then questions of people, then tables of bots
alone; every fourth time questions go first, so that no rank starves.

A taken job must be renewed every few seconds: the job of a worker that died is put back by the server that waits for
it. Nothing here need be durable: if all keys are lost, servers put their jobs in again, or do them themselves.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from asterism.core.game import BadInput

from .jobs import Rank

try:
    import redis
    import redis.asyncio
    from redis.connection import parse_url
    from redis.exceptions import RedisError
except ImportError:
    raise BadInput("Valkey or Redis needs a package: pip install 'asterism[cluster]'") from None

FAULTS = (RedisError, OSError)
SCHEMES = {"redis": "redis", "rediss": "rediss", "unix": "unix", "valkey": "redis", "valkeys": "rediss"}
KEYS = "asterism:think:"
MOST_WAITING = 2_000  # jobs
GOOD_FOR = 300  # seconds that a job may wait
TAKEN_FOR = 4  # seconds after which a job that its worker has not renewed is lost
ANSWER_KEPT = 60  # seconds
WORKER_SECONDS = 5  # after which a worker without a heartbeat is gone
PATIENCE = 3.0  # seconds to connect, or to answer
SILENCE = 5.0  # seconds after which a silent connection is pinged
IN_PASSWORDS = "in a password, / is written %2F, ? %3F, # %23 and % %25"
CONNECTIONS = 8  # of a server, shared by its jobs

# `waiting` has the waiting jobs, each with the time at which it expires, so that none is counted longer. KEYS[1] is the
# prefix of all names. Times are those of Valkey or Redis: one clock for all.
PUT = """
local here, rank, who, id, job = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local now = tonumber(redis.call('time')[1])
local waiting = here .. 'waiting'
redis.call('zremrangebyscore', waiting, '-inf', now)
if redis.call('exists', here .. 'job:' .. id) == 0 then
    if redis.call('zcard', waiting) >= tonumber(ARGV[5]) then return 0 end
end
redis.call('set', here .. 'job:' .. id, job, 'ex', ARGV[6])
local own = here .. 'of:' .. rank .. ':' .. who
redis.call('rpush', own, id)
redis.call('expire', own, ARGV[6])
if redis.call('llen', own) == 1 then redis.call('rpush', here .. 'line:' .. rank, who) end
redis.call('zadd', waiting, now + tonumber(ARGV[6]), id)
redis.call('rpush', here .. 'bell', '1')
redis.call('ltrim', here .. 'bell', -64, -1)
return 1
"""

TAKE = """
local here = KEYS[1]
for i = 3, #ARGV do
    local line = here .. 'line:' .. ARGV[i]
    while true do
        local who = redis.call('lpop', line)
        if not who then break end
        local own = here .. 'of:' .. ARGV[i] .. ':' .. who
        local id = redis.call('lpop', own)
        if redis.call('llen', own) > 0 then redis.call('rpush', line, who) end
        if id then
            redis.call('zrem', here .. 'waiting', id)
            local job = redis.call('get', here .. 'job:' .. id)
            if job then
                redis.call('set', here .. 'taken:' .. id, ARGV[1], 'ex', ARGV[2])
                return {id, job}
            end
        end
    end
end
return false
"""

WAITING = """
redis.call('zremrangebyscore', KEYS[1] .. 'waiting', '-inf', tonumber(redis.call('time')[1]))
return redis.call('zcard', KEYS[1] .. 'waiting')
"""

HERE = """
local now = tonumber(redis.call('time')[1])
local workers = KEYS[1] .. 'workers'
if ARGV[1] ~= '' then redis.call('zadd', workers, now, ARGV[1]) end
redis.call('zremrangebyscore', workers, '-inf', now - tonumber(ARGV[2]))
return redis.call('zcard', workers)
"""


def address_of(given: str) -> str:
    """The address of Valkey or Redis in the syntax of its driver; BadInput if it is none.

    It may have a password, so the message repeats nothing of it."""
    scheme, _, rest = given.partition("://")
    try:
        address = f"{SCHEMES[scheme]}://{rest}"
        parse_url(address)  # type: ignore[no-untyped-call]
        if scheme != "unix" and "@" in rest.partition("?")[0].partition("/")[2]:
            raise ValueError("the password goes on where it was taken to be over, and would be told as a host")
    except (KeyError, ValueError):
        words = "Valkey or Redis is found by an address as redis://HOST:PORT/NUMBER or redis://:PASSWORD@HOST"
        raise BadInput(f"{words}; {IN_PASSWORDS}") from None
    return address


def client(url: str) -> redis.Redis:
    """A client for a worker, which has threads."""
    return redis.Redis.from_url(
        address_of(url), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE + 2, socket_keepalive=True
    )


def waiting_client(url: str) -> redis.asyncio.Redis:
    """A client for a server, which has an event loop."""
    few = redis.asyncio.BlockingConnectionPool.from_url(
        address_of(url),
        max_connections=CONNECTIONS,
        timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        socket_keepalive=True,
    )
    return redis.asyncio.Redis.from_pool(few)


async def messages(client: Any, channel: str, listening: Callable[[], None]) -> AsyncIterator[bytes]:
    """The messages of a channel; `listening` is called once subscribed. ConnectionError if a ping is not answered."""
    async with client.pubsub() as heard:
        await heard.subscribe(channel)
        listening()
        pinged = False
        while True:
            message = await heard.get_message(ignore_subscribe_messages=True, timeout=SILENCE)
            if message is None and pinged:
                raise ConnectionError("nothing is heard any more")
            if message is None:
                await heard.ping()
            elif message["type"] == "message":
                yield message["data"]
            pinged = message is None


class JobQueue:
    """The commands, for either kind of client; their results are awaitables where the client is asynchronous."""

    def __init__(self, client: Any) -> None:
        self.client = client
        scripts = (client.register_script(text) for text in (PUT, TAKE, HERE, WAITING))
        self._put, self._take, self._here, self._waiting = scripts

    def put(self, rank: Rank, owner: str, id: str, job: bytes) -> Any:
        """Put a job in; 0 if the queue is full. A job that is put in again is done again."""
        return self._put([KEYS], [rank, owner, id, job, MOST_WAITING, GOOD_FOR])

    def take(self, worker: str, studies_first: bool) -> Any:
        """Take the next job: its id and itself, or None."""
        ranks = ["people", "bots", "alone"] if studies_first else ["bots", "people", "alone"]
        return self._take([KEYS], [worker, TAKEN_FOR, *ranks])

    def wait(self, seconds: float) -> Any:
        """Block until a job may be there, at most so long."""
        return self.client.blpop([KEYS + "bell"], seconds)

    def renew(self, id: str, worker: str) -> Any:
        """Say that a worker still does a job."""
        return self.client.set(KEYS + "taken:" + id, worker, ex=TAKEN_FOR)

    def is_taken(self, id: str) -> Any:
        """Whether a worker does a job."""
        return self.client.exists(KEYS + "taken:" + id)

    def is_wanted(self, id: str) -> Any:
        """Whether a server waits for a job."""
        return self.client.exists(KEYS + "job:" + id)

    def drop(self, id: str) -> Any:
        """Cancel a job."""
        said = self.client.pipeline(transaction=True)
        said.delete(KEYS + "job:" + id)
        said.zrem(KEYS + "waiting", id)
        return said.execute()

    def put_answer(self, id: str, answer: bytes) -> Any:
        """Store an answer, then notify the server that waits: its name is the prefix of the id."""
        said = self.client.pipeline(transaction=True)
        said.set(KEYS + "answer:" + id, answer, ex=ANSWER_KEPT)
        said.delete(KEYS + "job:" + id, KEYS + "taken:" + id)
        said.zrem(KEYS + "waiting", id)
        said.publish(KEYS + "answers:" + id.partition(":")[0], id)
        return said.execute()

    def take_answer(self, id: str) -> Any:
        """Take an answer out; None: there is none yet."""
        return self.client.getdel(KEYS + "answer:" + id)

    def count_workers(self, me: str = "") -> Any:
        """The number of worker processes; with `me`, also record a heartbeat of this one."""
        return self._here([KEYS], [me, WORKER_SECONDS])

    def count_waiting(self) -> Any:
        """The number of waiting jobs."""
        return self._waiting([KEYS])
