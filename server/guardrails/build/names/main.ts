import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stampOf } from "../stamp.ts";
import { trainNames } from "./train.ts";

/** Trains the model of the person name filter, to the same weights from the same files: `npm run names`. */
const { step, weights } = trainNames();
const stored = { stamp: stampOf("names"), step, weights: Buffer.from(weights.buffer).toString("base64") };
const target = fileURLToPath(new URL("../../data/name-weights.json", import.meta.url));
writeFileSync(target, `${JSON.stringify(stored, null, 2)}\n`);
