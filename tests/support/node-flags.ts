/**
 * Flags of every test process that may open an embedded database. One of PGlite's functions has 100 kB: optimizing it
 * takes half a second of CPU and 600 MB, which does not pay off for a test's few queries.
 */
export const NODE_FLAGS = ["--liftoff-only"];
