/**
 * Flags of every process that serves. More room for young objects: what a call makes is garbage once it is answered,
 * and the smaller the room, the more often the collector looks. It has that room from the start and keeps it: after a
 * pause V8 would shrink it to a thousandth, and streams then outlive so many collections that their events become old
 * and the whole heap has to be collected (measured: a chunk cost a third more after six idle seconds). One thread
 * collects it: on few cores several threads cost more CPU than the shorter pause is worth. No object is made old from
 * the start for where it is made: while a process starts much lives on, and a call's lists that were taken for such
 * would keep all they name until the whole heap is collected (measured: up to 8 of 52 MB at each scavenge, which then
 * took 15 to 30 ms instead of 3).
 *
 * Node's own code lies in large pages where the system has them (a call runs through much of it), for 24 MB of memory.
 * One optimizing compiler, not two: functions that stay in the middle one run slower, and it compiles all of them once
 * more (each measured at about a twentieth of a call's CPU).
 */
export const NODE_FLAGS = [
  "--max-semi-space-size=64",
  "--min-semi-space-size=64",
  "--no-parallel-scavenge",
  "--no-allocation-site-pretenuring",
  "--use-largepages=silent",
  "--no-maglev",
];
