import { UpstreamError } from "#server/errors.ts";
import type { LoadedMedia } from "#server/providers/media.ts";
import type { Upstream } from "#server/providers/upstream.ts";
import { fetchWithTimeouts } from "../attempts/fetch-with-timeouts.ts";
import { adapterBaseUrl, adapterCredential } from "../attempts/transport.ts";
import { batchedFetch } from "../batching/batched-response.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import { fetchMedia, type MediaBounds } from "./fetch-media.ts";

/** About the size of a one-minute video in 4K. */
const ANSWERS_FILE: MediaBounds = { maxBytes: 512 * 1024 * 1024, timeoutMs: 120_000 };

/** What an adapter may use in one attempt, besides the request. */
export type MediaUpstream = Upstream & {
  signal: AbortSignal;
  load(url: string): Promise<LoadedMedia>;
  loadResponseFile(url: string): Promise<LoadedMedia>;
};

/** Returns the upstream access of one attempt. `isWhole`: the response has no content before it is complete. */
export function mediaUpstreamOf(call: ModelCall, attempt: Attempt, isWhole: boolean): MediaUpstream {
  const { gateway } = call;
  const { candidate, timeouts } = attempt;
  const { endpoint, provider } = candidate;
  const baseUrl = adapterBaseUrl(candidate);
  const { LAST_FIRST_CONTENT_TIMEOUT_MS: longestMs } = gateway.environment;
  return {
    model: endpoint.upstreamModel,
    credential: adapterCredential(candidate),
    baseUrl,
    signal: timeouts.stopper.signal,
    // A shorter timeout would discard responses that are paid for.
    fetch: call.batched
      ? batchedFetch(call.batched)
      : fetchWithTimeouts(call, attempt, isWhole ? longestMs : undefined),
    load: (url) => fetchMedia(new URL(url), gateway.publicEgress, timeouts.stopper.signal),
    async loadResponseFile(url) {
      const address = URL.canParse(url) ? new URL(url) : undefined;
      if (!address || !/^https?:$/.test(address.protocol)) throw notThere("it is not a URL");
      const isOwn = URL.canParse(baseUrl) && address.origin === new URL(baseUrl).origin;
      // A custom provider's server may be private only if the operator allows its host.
      const ownEgress = provider.isCustom ? gateway.allowedEgress : gateway.egress;
      const dispatcher = isOwn || provider.isCustom ? ownEgress : gateway.publicEgress;
      return fetchMedia(address, dispatcher, timeouts.stopper.signal, ANSWERS_FILE).catch((error: unknown) => {
        throw timeouts.stopper.aborted ? error : notThere(error instanceof Error ? error.message : "it was not found");
      });
    },
  };
}

function notThere(why: string): UpstreamError {
  return new UpstreamError(502, `The provider's response names a file that could not be loaded: ${why}`, {
    retryable: true,
  });
}
