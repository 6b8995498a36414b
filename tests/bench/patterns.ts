import { measurePatterns } from "./guardrails/patterns.ts";

/** The command fails if fifty saved patterns block the event loop for longer than this on a megabyte of text. */
const LONGEST_TURN_MS = 50;

const held = await measurePatterns();
console.log("Fifty custom patterns on a megabyte: how long it takes, and the longest turn of the event loop (ms)");
console.table(held);
console.log(JSON.stringify(held));
process.exit(Object.values(held).some(({ longestTurnMs }) => longestTurnMs > LONGEST_TURN_MS) ? 1 : 0);
