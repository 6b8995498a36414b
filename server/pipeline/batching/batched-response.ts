import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import type { ModelCall } from "../model-call.ts";

type Batched = NonNullable<ModelCall["batched"]>;

const headers = { "content-type": "application/json" };

/** Returns the result of a provider's batch as its response. */
export function batchedNative({ status, body }: Batched): NativeResponse {
  const text = Buffer.from(body);
  return {
    status,
    headers,
    body: {
      flow(receiver) {
        receiver.data(text);
        receiver.end();
      },
      pause: () => undefined,
      destroy: () => undefined,
    },
  };
}

/** Returns a fetch that responds with the result of a provider's batch. */
export function batchedFetch({ status, body }: Batched): typeof fetch {
  return async () => new Response(body, { status, headers });
}
