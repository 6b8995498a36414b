/**
 * Flags of every process of the tests that may open an embedded database. One of PGlite's functions has 100 kB; to
 * optimize it takes half a second of CPU and 600 MB, which a test's few queries never win back.
 */
export const NODE_FLAGS = ["--liftoff-only"];
