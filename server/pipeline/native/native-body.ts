import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { NativeText } from "#server/providers/provider.ts";
import type { Candidate } from "../planning/candidate.ts";
import { completeTools } from "./complete-tools.ts";
import { sanitizeReasoning } from "./sanitize-reasoning.ts";
import { withOwnToolIds } from "./sanitize-tool-ids.ts";

// Fields of a body that are meant for the gateway; an upstream would refuse them.
const GATEWAY_FIELDS = [
  "models",
  "fallbacks",
  "provider",
  "plugins",
  "route",
  "session_id",
  "trace",
  "stop_server_tools_when",
];

/** Generous for an answer, and within what each model of today takes; more has to be asked for. */
const MOST_ASSUMED_TOKENS = 32_000;

/**
 * The caller's body for an upstream of the same dialect: as it came, but for the model's name, our own fields, what
 * the upstream requires and we do not, and what of another vendor's turns it would refuse: signed reasoning and ids of
 * tool calls, which `notes` then lists.
 */
export function nativeBody(
  dialect: Dialect["id"],
  given: Body,
  { endpoint }: Candidate,
  native: NativeText,
  notes: string[],
): Body {
  const readable = sanitizeReasoning(dialect, given, notes);
  const named = native.toolIds ? withOwnToolIds(dialect, readable, native.toolIds, notes) : readable;
  const body: Body = withoutGatewayFields(named);
  body.model = endpoint.upstreamModel;
  if (dialect === "messages") completeMessages(body, endpoint.maxOutputTokens);
  if (dialect === "chat") completeTools(body);
  return withNumbersOf(given, native.prepare ? native.prepare(body) : body);
}

/** A copy without what is meant for the gateway alone. */
export function withoutGatewayFields(given: Body): Body {
  const body = { ...given };
  for (const field of GATEWAY_FIELDS) if (field in body) delete body[field];
  return body;
}

// Anthropic requires `max_tokens` and refuses `user` and fields of null, of which it is the other way round here.
function completeMessages(body: Body, maxOutputTokens: number | null): void {
  delete body.user;
  for (const name of Object.keys(body)) if (body[name] === null && name !== "messages") delete body[name];
  if (typeof body.max_tokens === "number" || maxOutputTokens === null) return;
  const { budget_tokens: budget } = (body.thinking ?? {}) as { budget_tokens?: unknown };
  const thinking = typeof budget === "number" ? budget : 0;
  body.max_tokens = Math.min(maxOutputTokens, MOST_ASSUMED_TOKENS + thinking);
}
