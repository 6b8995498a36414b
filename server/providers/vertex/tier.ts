import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import { parseCredential } from "../cloud/parsed-credential.ts";
import type { OutgoingBody, TransportAccess } from "../cloud/transport.ts";
import { tryParse } from "../exchange/json.ts";
import type { VertexFields } from "./credential.ts";

/** The tiers of Gemini that Vertex AI sells, each at its price. */
export const VERTEX_TIERS = ["flex", "priority"];

/** Takes the service tier out of a request for Gemini, whose field Vertex AI does not know. */
export function withoutTier(body: OutgoingBody): { tier: string; rest: OutgoingBody } {
  const fields = typeof body === "string" && body.includes('"serviceTier"') ? tryParse(body) : undefined;
  if (!isRecord(fields)) return { tier: "standard", rest: body };
  const { serviceTier, ...rest } = fields;
  return { tier: String(serviceTier).toLowerCase(), rest: JSON.stringify(rest) };
}

/**
 * Returns the headers that ask for a tier. Throws an UpstreamError where it is not sold.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/priority-paygo and /flex-paygo
 */
export function tierHeaders(tier: string, { credential }: TransportAccess): Record<string, string> {
  if (!VERTEX_TIERS.includes(tier)) return {};
  const { location = "global" } = parseCredential<VertexFields>(credential);
  if (location !== "global") {
    const message = `Vertex AI has the service tier ${tier} at its global endpoint only`;
    throw new UpstreamError(400, message, { retryable: true, fault: "model" });
  }
  return { "x-vertex-ai-llm-request-type": "shared", "x-vertex-ai-llm-shared-request-type": tier };
}
