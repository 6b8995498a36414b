import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stampOf } from "../stamp.ts";
import { trainNames } from "./train.ts";

/** Trains the model of the person name filter: `npm run names`. The same files result in the same weights. */
const { step, weights } = trainNames();
const model = { stamp: stampOf("names"), step, weights: Buffer.from(weights.buffer).toString("base64") };
const target = fileURLToPath(new URL("../../data/name-weights.json", import.meta.url));
writeFileSync(target, `${JSON.stringify(model, null, 2)}\n`);
