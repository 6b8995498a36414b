import type { Body } from "#server/dialects/dialect.ts";
import type { Stopper } from "#server/stop-signal.ts";
import { type ConvertedCall, convertedRequest } from "../converted/converted-request.ts";
import { nativeBody } from "../native/native-body.ts";
import { passedOn } from "../native/native-request.ts";
import type { Candidate } from "../planning/candidate.ts";

export type SentRequest = { url: string; headers: Record<string, string>; body: Body };

/** The request that a call would send to a candidate, which it is not sent. Undefined where it cannot be made. */
export async function requestOf(
  call: ConvertedCall,
  candidate: Candidate,
  stopper: Stopper,
): Promise<SentRequest | undefined> {
  const native = candidate.provider.native?.[call.dialect.id];
  if (!native) return await convertedRequestOf(call, candidate, stopper);
  return {
    url: candidate.baseUrl + native.path,
    headers: { ...passedOn(native, call.headers), ...native.headers(candidate.credential) },
    body: nativeBody(call.dialect.id, call.body, candidate, native, []),
  };
}

/** A vendor's package tells what it sends only by sending it, so that it gets a fetch that keeps it. */
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
  const { request } = await convertedRequest(call, { candidate, state: { notes: [] }, timeouts: { stopper } }, model);
  // They are no input, and OpenAI has them in an API that does not count.
  delete request.stopSequences;
  await Promise.allSettled([model.doGenerate(request)]);
  return sent;
}
