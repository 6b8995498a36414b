import { measurePatterns } from "./guardrails/patterns.ts";

/** Exits with 1 if fifty saved patterns on a megabyte block the event loop for longer than this. */
const LONGEST_TURN_MS = 50;

const held = await measurePatterns();
console.log("Fifty custom patterns on a megabyte: how long it takes, and the longest turn of the event loop (ms)");
console.table(held);
console.log(JSON.stringify(held));
process.exit(Object.values(held).some(({ longestTurnMs }) => longestTurnMs > LONGEST_TURN_MS) ? 1 : 0);
