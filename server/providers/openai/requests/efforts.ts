import { type Block, block } from "../../exchange/json.ts";

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/**
 * The efforts of each model, from its page (https://developers.openai.com/api/docs/models) and its errors
 * (https://github.com/anomalyco/opencode/pull/26268). The first that matches counts.
 */
const TAKEN: readonly [RegExp, readonly string[]][] = [
  [/^gpt-5-pro/, ["high"]],
  [/^gpt-5\.\d+-pro/, ["medium", "high", "xhigh"]],
  [/^gpt-5\.\d+-chat/, ["medium"]],
  [/^gpt-5-chat/, []],
  [/^gpt-5(?:\.1)?-codex(?!-max)|^codex-mini/, ["low", "medium", "high"]],
  [/-codex/, ["low", "medium", "high", "xhigh"]],
  [/^gpt-5(?!\.)/, ["minimal", "low", "medium", "high"]],
  [/^gpt-5\.1(?!\d)/, ["none", "low", "medium", "high"]],
  [/^gpt-5\.[2-5](?!\d)/, ["none", "low", "medium", "high", "xhigh"]],
  [/^gpt-5\./, ["none", "low", "medium", "high", "xhigh", "max"]],
  [/^gpt-6\.1-sol|^gpt-6-astra/, ["low", "medium", "high", "xhigh", "max"]],
  [/^gpt-6/, ["none", "low", "medium", "high", "xhigh", "max"]],
  [/^o[134](?!-(?:mini-deep|deep))/, ["low", "medium", "high"]],
];

/**
 * Returns the effort that a model (upstream name) takes in place of another: the next lower one, or its lowest. The same
 * effort if it takes it, and for models and efforts that are not known.
 */
export function acceptedEffort(model: string, effort: string): string {
  const taken = TAKEN.find(([pattern]) => pattern.test(model))?.[1];
  const place = EFFORTS.indexOf(effort);
  if (!taken || taken.length === 0 || place < 0 || taken.includes(effort)) return effort;
  // `none` is a choice of its own, which no small effort becomes.
  const lower = taken.filter((one) => one !== "none" && EFFORTS.indexOf(one) < place).at(-1);
  return lower ?? (taken.find((one) => one !== "none") as string);
}

/** Returns a chat or Responses body with an effort that its model takes; `notes` says if it differs. */
export function withTakenEffort(body: Block, notes: string[]): Block {
  const model = String(body.model);
  const { reasoning_effort: flat } = body;
  if (typeof flat === "string") return changed(body, "reasoning_effort", acceptedEffort(model, flat), notes);
  const reasoning = block(body.reasoning);
  if (typeof reasoning.effort !== "string") return body;
  const fitted = changed(reasoning, "effort", acceptedEffort(model, reasoning.effort), notes);
  return fitted === reasoning ? body : { ...body, reasoning: fitted };
}

function changed(holder: Block, name: string, effort: string, notes: string[]): Block {
  if (effort === holder[name]) return holder;
  notes.push(effortNote(effort, String(holder[name])));
  return { ...holder, [name]: effort };
}

/** Returns the note on a changed effort. */
export function effortNote(effort: string, given: string): string {
  return `reasoning effort: changed to ${effort} (the model does not take ${given})`;
}
