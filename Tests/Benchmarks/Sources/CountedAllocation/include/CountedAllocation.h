/// How many blocks of memory this process has asked for so far; -1 where they cannot be counted.
long counted_allocations(void);
