import type { Body } from "#server/dialects/dialect.ts";
import type { Stopper } from "#server/stop-signal.ts";
import { type ConvertedCall, convertRequest } from "../converted/convert-request.ts";
import { nativeBody } from "../native/native-body.ts";
import { forwardedHeaders } from "../native/native-request.ts";
import type { Candidate } from "../planning/candidate.ts";

export type SentRequest = { url: string; headers: Record<string, string>; body: Body };

/** Returns the request that a call would send to a candidate, without sending it; undefined if it cannot be built. */
export async function requestOf(
  call: ConvertedCall,
  candidate: Candidate,
  stopper: Stopper,
): Promise<SentRequest | undefined> {
  const native = candidate.provider.native?.[call.dialect.id];
  if (!native) return await convertedRequestOf(call, candidate, stopper);
  return {
    url: candidate.baseUrl + native.path,
    headers: { ...forwardedHeaders(native, call.headers), ...native.headers(candidate.credential) },
    body: nativeBody(call.dialect.id, call.body, candidate, native, []),
  };
}

/** A vendor SDK package only reveals its request when it sends it, so it gets a fetch that captures the request. */
async function convertedRequestOf(
  call: ConvertedCall,
  candidate: Candidate,
  stopper: Stopper,
): Promise<SentRequest | undefined> {
  let sent: SentRequest | undefined;
  const keep: typeof fetch = async (input, init) => {
    sent = {
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: JSON.parse(String(init?.body)),
    };
    return new Response(null, { status: 400 });
  };
  const { provider, endpoint, credential, baseUrl } = candidate;
  const model = await provider.text?.({ model: endpoint.upstreamModel, credential, baseUrl, fetch: keep });
  if (!model) return undefined;
  const { request } = await convertRequest(call, { candidate, state: { notes: [] }, timeouts: { stopper } }, model);
  // Stop sequences are not input, and with OpenAI they would switch to an API that cannot count tokens.
  delete request.stopSequences;
  await Promise.allSettled([model.doGenerate(request)]);
  return sent;
}
