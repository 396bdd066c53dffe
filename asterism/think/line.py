"""The line in Valkey or Redis: what is to be thought about, in fair turns, and what was found.

Everyone whose jobs wait has one place in the line, however many jobs they have; whoever thinks takes one job of whoever
is first and lets them stand at the end again. Bots at tables with people come first, then what people asked, then bots
among themselves; every fourth time it begins with what people asked, so that nothing waits for ever.

A job that was taken must be heard of every few seconds: that of a process that died is put back by whoever waits.
Nothing here need survive: if all of it is lost, servers put in again what they wait for, or think themselves.
"""

from __future__ import annotations

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
TAKEN_FOR = 4  # seconds for which a job is thought about without a word
ANSWER_KEPT = 60  # seconds
WORKER_SECONDS = 5  # after which one that is not heard of is gone
PATIENCE = 3.0  # seconds to connect, or to answer
IN_PASSWORDS = "in a password, / is written %2F, ? %3F, # %23 and % %25"
CONNECTIONS = 8  # of a server, which its questions take turns at

# `waiting` has the jobs that wait, each with the time at which nobody waits for it any more: none is counted longer.
# KEYS[1] is the beginning of all names. Times are those of the store of keys: one clock for everyone.
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
    """The address of a Valkey or Redis, as its driver wants it; BadInput, in words, if it is none.

    It may have a password, so nothing of it is repeated."""
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
    """For a worker, which has threads."""
    return redis.Redis.from_url(
        address_of(url), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE + 2, socket_keepalive=True
    )


def waiting_client(url: str) -> redis.asyncio.Redis:
    """For a server, which has an event loop."""
    few = redis.asyncio.BlockingConnectionPool.from_url(
        address_of(url),
        max_connections=CONNECTIONS,
        timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        socket_keepalive=True,
    )
    return redis.asyncio.Redis.from_pool(few)


class Line:
    """The statements, for either kind of client: what they return is awaited where the client is one that waits."""

    def __init__(self, client: Any) -> None:
        self.client = client
        scripts = (client.register_script(text) for text in (PUT, TAKE, HERE, WAITING))
        self._put, self._take, self._here, self._waiting = scripts

    def put(self, rank: Rank, who: str, id: str, job: bytes) -> Any:
        """Let a job wait; 0 if there are too many. One that is put in again is thought about again."""
        return self._put([KEYS], [rank, who, id, job, MOST_WAITING, GOOD_FOR])

    def take(self, worker: str, studies_first: bool) -> Any:
        """The next job with its id, or nothing."""
        ranks = ["people", "bots", "alone"] if studies_first else ["bots", "people", "alone"]
        return self._take([KEYS], [worker, TAKEN_FOR, *ranks])

    def wait(self, seconds: float) -> Any:
        """Until a job may be there."""
        return self.client.blpop([KEYS + "bell"], seconds)

    def at_it(self, id: str, worker: str) -> Any:
        """A job is still thought about."""
        return self.client.set(KEYS + "taken:" + id, worker, ex=TAKEN_FOR)

    def taken(self, id: str) -> Any:
        return self.client.exists(KEYS + "taken:" + id)

    def wanted(self, id: str) -> Any:
        """Whether anyone waits for a job."""
        return self.client.exists(KEYS + "job:" + id)

    def drop(self, id: str) -> Any:
        """Nobody waits for a job any more."""
        said = self.client.pipeline(transaction=True)
        said.delete(KEYS + "job:" + id)
        said.zrem(KEYS + "waiting", id)
        return said.execute()

    def answer(self, id: str, answer: bytes) -> Any:
        """Keep what was found, then ring at the server that waits: its name is the beginning of the id."""
        said = self.client.pipeline(transaction=True)
        said.set(KEYS + "answer:" + id, answer, ex=ANSWER_KEPT)
        said.delete(KEYS + "job:" + id, KEYS + "taken:" + id)
        said.zrem(KEYS + "waiting", id)
        said.publish(KEYS + "answers:" + id.partition(":")[0], id)
        return said.execute()

    def answered(self, id: str) -> Any:
        return self.client.getdel(KEYS + "answer:" + id)

    def workers(self, me: str = "") -> Any:
        """How many processes are there to think, this one being one of them if it says its name."""
        return self._here([KEYS], [me, WORKER_SECONDS])

    def waiting(self) -> Any:
        """How many jobs wait."""
        return self._waiting([KEYS])
