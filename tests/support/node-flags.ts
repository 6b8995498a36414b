/**
 * Flags of every test process that may open an embedded database:
 *
 * - liftoff-only: one of PGlite's functions has 100 kB. Optimizing it takes half a second of CPU and 600 MB, which does
 *   not pay off for a test's few queries.
 * - single-threaded-gc: the collector's threads only compete with other processes of the tests. A gateway's start needs
 *   a fifth less CPU without them.
 * - semi-space size: objects created during a start live on, so a small young generation is collected, and copied, again
 *   and again. A start needs a tenth less CPU with 16 MB; more memory costs more to touch than the collections save.
 */
export const NODE_FLAGS = [
  "--liftoff-only",
  "--single-threaded-gc",
  "--max-semi-space-size=16",
  "--min-semi-space-size=16",
];
