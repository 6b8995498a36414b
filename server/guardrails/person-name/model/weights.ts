import stored from "../../data/name-weights.json" with { type: "json" };
import type { Model } from "./model.ts";

let unfolded: Model | undefined;

/** Returns the model, one signed byte per weight, decoded on first use. */
export function storedModel(): Model {
  unfolded ??= { step: stored.step, weights: new Int8Array(Buffer.from(stored.weights, "base64")) };
  return unfolded;
}
