import { type Block, block } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";

/**
 * Models (upstream names) that reject every effort, though most of them reason
 * (https://github.com/NousResearch/hermes-agent/pull/23435, https://github.com/earendil-works/pi/issues/8381).
 */
const NO_EFFORT = /^grok-(?:2|3(?!-mini)|4(?:-|$)|4\.1|4\.20(?!-multi-agent)|code|build)/;
const NEVER_REASONS = /non-reasoning|^grok-[23]/;

/** Models that always reason (https://docs.x.ai/developers/model-capabilities/text/reasoning). */
const ALWAYS_REASONS = /^grok-(?:4\.[5-9]|[5-9])/;

/** Prepares a chat body for xAI: without the effort that its model rejects. */
export function withChatEffort(body: Block, note: FieldNote): Block {
  const { reasoning_effort: effort, ...rest } = body;
  const taken = acceptedEffort(nameOf(body), effort, note);
  if (taken === effort) return body;
  return taken === undefined ? rest : { ...rest, reasoning_effort: taken };
}

/** Prepares a Responses body for xAI in the same way. */
export function withResponsesEffort(body: Block, note: FieldNote): Block {
  const { effort, ...others } = block(body.reasoning);
  const taken = acceptedEffort(nameOf(body), effort, note);
  return taken === effort ? body : { ...body, reasoning: taken === undefined ? others : { ...others, effort: taken } };
}

function acceptedEffort(model: string, effort: unknown, note: FieldNote): unknown {
  if (typeof effort !== "string") return effort;
  if (NO_EFFORT.test(model)) {
    if (effort !== "none" || !NEVER_REASONS.test(model)) note("reasoning", "dropped");
    return undefined;
  }
  if (!ALWAYS_REASONS.test(model) || (effort !== "none" && effort !== "minimal")) return effort;
  note("reasoning", "changed to effort low (the model always reasons)");
  return "low";
}

/** Bedrock puts the maker before the name. */
function nameOf({ model }: Block): string {
  return String(model).replace(/^xai\./, "");
}
