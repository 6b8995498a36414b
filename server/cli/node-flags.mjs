/**
 * Flags of every serving process:
 *
 * - semi-space size: a larger young generation, since a request's objects are garbage once its response is sent, and a
 *   smaller one is collected more often. The minimum equals the maximum because V8 would shrink it to a thousandth
 *   after a pause; streams then outlive so many collections that their events are promoted, and the whole heap has to
 *   be collected (measured: a chunk cost a third more after six idle seconds).
 * - no-parallel-scavenge: on few cores, several collector threads cost more CPU than the shorter pause is worth.
 * - no-allocation-site-pretenuring: many objects created during a start live on, so V8 would allocate a request's lists as
 *   old ones, and they would keep everything they refer to until the whole heap is collected (measured: up to 8 of 52
 *   MB at each scavenge, which then took 15 to 30 ms instead of 3).
 * - use-largepages: puts Node's own code, of which a request runs a large part, in large pages if the system has them. It
 *   costs 24 MB of memory.
 * - no-maglev: one optimizing compiler instead of two. Functions that stay in the middle tier run slower, and all of
 *   them are compiled once more.
 * - wasm-tiering-budget: ten times V8's default, so that a function of the embedded database is optimized after it has
 *   run for about a tenth of a second. One function of 100 kB takes half a second of CPU to optimize, and V8 would do so
 *   at every start (measured: a start took 3.6 to 3.7 seconds of CPU instead of 4.0, and 30 MB less memory afterwards).
 *
 * Large pages and one compiler were each measured at about a twentieth of a request's CPU.
 */
export const NODE_FLAGS = [
  "--max-semi-space-size=64",
  "--min-semi-space-size=64",
  "--no-parallel-scavenge",
  "--no-allocation-site-pretenuring",
  "--use-largepages=silent",
  "--no-maglev",
  "--wasm-tiering-budget=130000000",
];

/**
 * Environment variables of every serving process. The C library (glibc) keeps what the compilers of the start have used
 * unless it has to return free memory above this size, here its own default, which it would otherwise raise as the
 * process runs (measured with the embedded database: 409 to 417 MB resident 30 seconds after a start instead of 473 to
 * 477, and 524 instead of 674 after some load; a request costs no more, one of 600 kB a twentieth more).
 */
export const NODE_VARIABLES = { MALLOC_TRIM_THRESHOLD_: "131072" };
