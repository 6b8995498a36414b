import stored from "../../data/injection-weights.json" with { type: "json" };

/** The weights of the model, one signed byte each; `step` is the value of one step. */
export const bias: number = stored.bias;
export const step: number = stored.step;
export const weights = new Int8Array(Buffer.from(stored.weights, "base64"));
