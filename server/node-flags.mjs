/**
 * Flags of every process that serves. More room for young objects: what a call makes is garbage once it is answered,
 * and the smaller the room, the more often the collector looks. One thread collects it: on few cores several threads
 * cost more CPU than the shorter pause is worth.
 */
export const NODE_FLAGS = ["--max-semi-space-size=64", "--no-parallel-scavenge"];
