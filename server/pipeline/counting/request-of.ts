import type { Stopper } from "#server/stop-signal.ts";
import type { ConvertedCall } from "../converted/convert-request.ts";
import { convertedRequestOf, type SentRequest } from "../converted/converted-request.ts";
import { nativeBody } from "../native/native-body.ts";
import { forwardedHeaders } from "../native/native-request.ts";
import type { Candidate } from "../planning/candidate.ts";

/** Returns what would be sent to a candidate, without sending it; undefined if it cannot be built. */
export async function requestOf(
  call: ConvertedCall,
  candidate: Candidate,
  stopper: Stopper,
): Promise<SentRequest | undefined> {
  const native = candidate.provider.native?.[call.dialect.id];
  if (!native)
    return await convertedRequestOf(call, candidate, stopper, (request) => {
      // Stop sequences are not input, and with OpenAI they would switch to an API that cannot count tokens.
      delete request.stopSequences;
    });
  return {
    url: candidate.baseUrl + native.path,
    headers: { ...forwardedHeaders(native, call.headers), ...native.headers(candidate.credential) },
    body: nativeBody(call.dialect.id, call.body, candidate, native, []),
  };
}
