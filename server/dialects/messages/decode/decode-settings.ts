import type { JSONObject, JSONValue } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import { GATEWAY_FIELDS } from "../../gateway-fields.ts";
import { isObject, object, oneOf, optional, text } from "../shape.ts";
import { type DecodeState, type DecodeTarget, note } from "./decode-state.ts";

/** Fields that are read elsewhere or are for the gateway only. */
const HANDLED = new Set<string>([
  ...["model", "messages", "system", "stream", "max_tokens", "temperature", "top_k", "top_p", "stop_sequences"],
  ...["tools", "tool_choice", "thinking", "output_config", "metadata", "service_tier", "speed", "cache_control"],
  "output_format",
  ...[...GATEWAY_FIELDS, "user", "context_management"],
]);

/** OpenAI responds 400 to a longer user identifier. */
const MAX_IDENTIFIER_LENGTH = 64;

/** Reads request-wide fields other than sampling and thinking; unknown fields are noted as dropped. */
export function decodeSettings(body: Body, reading: DecodeState): void {
  if (reading.target.family === "openai") reading.settings.store = false;
  decodeMetadata(optional(body.metadata, "metadata", object), reading);
  decodeServiceTier(optional(body.service_tier, "service_tier", text), reading);
  const speed = optional(body.speed, "speed", oneOf(["fast", "standard"]));
  if (speed === "fast") anthropicOnly("speed", "speed", speed, reading);
  const cache = optional(body.cache_control, "cache_control", object);
  anthropicOnly("cache_control", "cacheControl", cache, reading);
  const management = optional(body.context_management, "context_management", object);
  anthropicOnly("context_management", "contextManagement", management && toCamelCase(management), reading);
  decodeOutputConfig(optional(body.output_config, "output_config", object) ?? {}, reading);
  for (const [key, value] of Object.entries(body)) {
    if (!HANDLED.has(key) && value !== null && value !== undefined) note(reading, key, "dropped");
  }
}

function anthropicOnly(path: string, name: string, value: JSONValue | undefined, reading: DecodeState): void {
  if (value === undefined) return;
  if (reading.target.family === "anthropic") reading.settings[name] = value;
  else note(reading, path, "dropped");
}

function decodeMetadata(metadata: JSONObject | undefined, reading: DecodeState): void {
  for (const [key, value] of Object.entries(metadata ?? {})) {
    if (value === null || value === undefined) continue;
    if (key === "user_id") decodeUserId(text(value, "metadata.user_id"), reading);
    else note(reading, `metadata.${key}`, "dropped");
  }
}

function decodeUserId(userId: string, reading: DecodeState): void {
  const { family } = reading.target;
  if (family === "anthropic") reading.settings.metadata = { userId };
  else if (family === "google") note(reading, "metadata.user_id", "dropped");
  else if (userId.length > MAX_IDENTIFIER_LENGTH) note(reading, "metadata.user_id", "dropped (too long)");
  else if (family === "openai") reading.settings.safetyIdentifier = userId;
  else reading.settings.user = userId;
}

/** The target's name for each tier; `standard_only` is Anthropic's name for the default one. */
const TIERS: Record<DecodeTarget["family"], Map<string, string>> = {
  anthropic: tiers({ auto: "auto", standard_only: "standard_only" }),
  openai: tiers({
    auto: "auto",
    standard_only: "default",
    default: "default",
    flex: "flex",
    priority: "priority",
    fast: "fast",
  }),
  google: tiers({ standard_only: "standard", standard: "standard", flex: "flex", priority: "priority" }),
  compatible: tiers({ standard_only: "default", default: "default", flex: "flex", priority: "priority" }),
};

/** `auto` is the default, so leaving it out changes nothing. */
function decodeServiceTier(tier: string | undefined, reading: DecodeState): void {
  if (tier === undefined) return;
  const { family } = reading.target;
  const known = TIERS[family].get(tier);
  if (known !== undefined) reading.settings[family === "compatible" ? "service_tier" : "serviceTier"] = known;
  if (known === undefined && tier !== "auto") note(reading, "service_tier", "dropped");
  if (known !== undefined && known !== tier) note(reading, "service_tier", `changed to ${known}`);
}

function tiers(words: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(words));
}

function decodeOutputConfig(config: JSONObject, reading: DecodeState): void {
  for (const [key, value] of Object.entries(config)) {
    if (key === "effort" || key === "format" || value === null || value === undefined) continue;
    if (key === "task_budget") anthropicOnly("output_config.task_budget", "taskBudget", value, reading);
    else note(reading, `output_config.${key}`, "dropped");
  }
}

/** Converts field names to camel case for the SDK package. Values such as tool names stay unchanged. */
function toCamelCase(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(inner ?? null),
    ]),
  );
}
