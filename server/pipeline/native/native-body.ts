import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { GATEWAY_FIELDS } from "#server/dialects/gateway-fields.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { OF_FORM } from "#server/dialects/request/google-request.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { NativeText } from "#server/providers/provider.ts";
import type { Candidate } from "../planning/candidate.ts";
import { completeTools } from "./complete-tools.ts";
import { lowerOutputLimit } from "./output-limit.ts";
import { sanitizeReasoning, withoutReasoningDetails } from "./sanitize-reasoning.ts";
import { withoutForeignSearches } from "./sanitize-searches.ts";
import { withOwnToolIds } from "./sanitize-tool-ids.ts";
import { fitToolSchemas } from "./tool-schemas.ts";
import { dropUnsupported } from "./unsupported-fields.ts";

/** Generous for a response and accepted by every current model; a larger limit must be set in the request. */
const MOST_ASSUMED_TOKENS = 32_000;

/**
 * Returns the request body for an upstream of the same dialect. Changes only the model name, removes gateway fields,
 * adds fields that the upstream requires and we do not, and removes parts of another provider's turns that it would
 * reject (signed reasoning, ids of tool calls); `notes` lists those.
 */
export function nativeBody(
  dialect: Dialect["id"],
  original: Body,
  candidate: Candidate,
  native: NativeText,
  notes: string[],
): Body {
  const { endpoint, provider } = candidate;
  const sealer = native.sealsReasoning && provider.id;
  const readable = native.lacksReasoningDetails
    ? withoutReasoningDetails(original, notes)
    : sanitizeReasoning(dialect, original, sealer, notes);
  const own = dialect === "messages" && sealer === undefined ? withoutForeignSearches(readable, notes) : readable;
  const named = native.toolIds ? withOwnToolIds(dialect, own, native.toolIds, notes) : own;
  const body: Body = withoutGatewayFields(named);
  if (body.google_options !== undefined) dropGoogleOptions(body, notes);
  body.model = endpoint.upstreamModel;
  if (dialect === "messages") completeMessages(body, endpoint.maxOutputTokens);
  if (dialect === "chat") completeTools(body, notes);
  lowerOutputLimit(body, candidate, notes);
  if (native.objectSchemas) fitToolSchemas(dialect, body, notes);
  dropUnsupported(dialect, body, native, endpoint.upstreamModel, notes);
  return withNumbersOf(original, native.prepare ? native.prepare(body, notes) : body);
}

/** A request in Google's form may have what only Google has, which reaches Google through conversion. */
function dropGoogleOptions(body: Body, notes: string[]): void {
  const names = Object.keys((body.google_options ?? {}) as Body).filter((name) => !OF_FORM.includes(name));
  for (const name of names) notes.push(`${name}: dropped`);
  delete body.google_options;
  if (Array.isArray(body.tools)) body.tools = body.tools.map((tool, index) => withoutSettings(tool, index, notes));
  body.messages = recordsOf(body.messages).map((message, index) => withoutGoogleParts(message, index, notes));
}

/** Google's settings of a search. */
function withoutSettings(tool: unknown, index: number, notes: string[]): unknown {
  if (!isRecord(tool) || !isRecord(tool.google)) return tool;
  const { google, ...others } = tool;
  if (Object.keys(google as Body).length > 0) notes.push(`tools[${index}].google: dropped`);
  return others;
}

function withoutGoogleParts(message: Body, index: number, notes: string[]): Body {
  if (!Array.isArray(message.content)) return message;
  const content = recordsOf(message.content).filter(({ type }) => type !== "google_part");
  if (content.length === message.content.length) return message;
  notes.push(`messages[${index}].content (google_part): dropped`);
  return withNumbersOf(message, { ...message, content: content.length > 0 ? content : null });
}

/** Returns a copy without the gateway's own fields. */
export function withoutGatewayFields(original: Body): Body {
  const body = { ...original };
  for (const field of GATEWAY_FIELDS) if (field in body) delete body[field];
  return body;
}

// Anthropic requires `max_tokens` and rejects `user` and null fields; this API does the opposite.
function completeMessages(body: Body, maxOutputTokens: number | null): void {
  delete body.user;
  for (const name of Object.keys(body)) if (body[name] === null && name !== "messages") delete body[name];
  if (typeof body.max_tokens === "number" || maxOutputTokens === null) return;
  const { budget_tokens: budget } = (body.thinking ?? {}) as { budget_tokens?: unknown };
  const thinking = typeof budget === "number" ? budget : 0;
  body.max_tokens = Math.min(maxOutputTokens, MOST_ASSUMED_TOKENS + thinking);
}
