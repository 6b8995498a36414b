import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { Stopper } from "#server/stop-signal.ts";
import { adapterBaseUrl, adapterCredential } from "../attempts/transport.ts";
import type { Candidate } from "../planning/candidate.ts";
import { type ConvertedCall, convertRequest } from "./convert-request.ts";

/** A request as an adapter sends it. `headers`: with names in lower case. */
export type SentRequest = { url: string; headers: Record<string, string>; body: Body };

/**
 * Returns what would be sent for a whole response to a candidate of another dialect, without sending it; undefined if
 * the adapter cannot build it. A provider SDK package only reveals its request when it sends it, so it gets a fetch
 * that captures the request. `change`: changes the neutral request first. Throws like `convertRequest`.
 */
export async function convertedRequestOf(
  call: ConvertedCall,
  candidate: Candidate,
  stopper: Stopper,
  change?: (request: LanguageModelV4CallOptions) => void,
): Promise<SentRequest | undefined> {
  let sent: SentRequest | undefined;
  const capture: typeof fetch = async (input, init) => {
    sent = {
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: parseJsonText(String(init?.body)) as Body,
    };
    return new Response(null, { status: 400 });
  };
  const { provider, endpoint } = candidate;
  const model = await provider.text?.({
    model: endpoint.upstreamModel,
    credential: adapterCredential(candidate),
    baseUrl: adapterBaseUrl(candidate),
    fetch: capture,
  });
  if (!model) return undefined;
  const { request } = await convertRequest(call, { candidate, state: { notes: [] }, timeouts: { stopper } }, model);
  change?.(request);
  await Promise.allSettled([model.doGenerate(request)]);
  return sent;
}
