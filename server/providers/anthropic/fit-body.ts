import { type Block, block } from "../exchange/json.ts";
import { withoutBlankTexts } from "./blank-texts.ts";
import { claudeRules } from "./claude-rules.ts";
import { fitSystem } from "./fit-system.ts";
import { fitThinking } from "./fit-thinking.ts";
import { withImageTypes } from "./image-types.ts";
import { withMaxTokens } from "./prepare.ts";

/** Returns a Messages body with what Anthropic requires, in the form that its model takes; `notes` says what changes. */
export function fitBody(body: Block, notes: string[]): Block {
  const whole = withImageTypes(withoutBlankTexts(withMaxTokens(body)), notes);
  const rules = claudeRules(String(body.model));
  return rules ? fitThinking(fitSystem(whole, rules.lateSystem, notes), rules, notes) : whole;
}

/** Returns the sampling settings of a body that its model takes never, not together, or not while it thinks. */
export function lacksSampling(model: string, body: Block): readonly string[] {
  const sampling = claudeRules(model)?.sampling ?? "both";
  if (sampling === "none") return ["temperature", "top_p", "top_k"];
  const { type } = block(body.thinking);
  const isThinking = type === "enabled" || type === "adaptive";
  const isBoth = typeof body.temperature === "number" && typeof body.top_p === "number";
  return [
    ...(isThinking && body.temperature !== 1 ? ["temperature"] : []),
    ...(isThinking ? ["top_k"] : []),
    ...(isBoth && sampling === "one" && !isThinking ? ["top_p"] : []),
  ];
}

/**
 * Returns the fields of a body that Claude does not take at Bedrock and Vertex AI, which do not have Anthropic's tiers:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
 */
export function lacksInCloud(model: string, body: Block): readonly string[] {
  return [...lacksSampling(model, body), "service_tier"];
}
