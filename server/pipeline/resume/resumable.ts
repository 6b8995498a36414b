import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { continuesText } from "#server/providers/continued-text.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { TextCall } from "../text-call.ts";

/** Fields for output beyond plain text, or for reasoning; providers cannot continue a partial response with them. */
const BEYOND_TEXT = ["response_format", "text", "output_config", "output_format", "modalities", "audio"];
const TOOLS = ["tools", "functions", "web_search_options", "mcp_servers"];
const REASONING = ["thinking", "reasoning", "reasoning_effort"];

/** Returns whether the caller wants the next candidate to continue a stream that breaks off. */
export function isResumable({ body, streamed }: Pick<TextCall, "body" | "streamed">): boolean {
  if (!streamed || (body.provider as ProviderRouting | null | undefined)?.resume !== true) return false;
  return !(Number(body.n ?? 1) > 1) && [...BEYOND_TEXT, ...TOOLS, ...REASONING].every((name) => isUnset(body, name));
}

function isUnset(body: Body, name: string): boolean {
  const value = body[name];
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Returns whether a candidate can continue another's response. Both must be BYOK or both system, since the reservation
 * was made for one of them.
 */
export function canContinue({ provider, endpoint, isByok }: Candidate, broken: Candidate): boolean {
  return isByok === broken.isByok && continuesText(provider.id, endpoint.upstreamModel);
}
