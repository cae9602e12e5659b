/// What this process has written to files and synced so far; -1 where it cannot be counted.
struct counted_writes { long calls, bytes, syncs; };
struct counted_writes counted_writes_now(void);
