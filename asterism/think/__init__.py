"""Worker processes for bots, advice and reviews: jobs wait in a queue in Valkey or Redis.

`jobs` declares and does the jobs, `job_queue` is the queue, `worker` the process.
"""
