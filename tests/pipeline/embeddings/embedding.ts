import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";

export const SMALL = "openai/text-embedding-3-small";

/** Returns a function that requests the embedding of a text, with further fields. */
export function embeddingAt(gateway: TestGateway) {
  return (body: object, options?: Parameters<TestGateway["call"]>[3]): Promise<ApiResult> =>
    gateway.call("POST", "/embeddings", { model: SMALL, input: "Good morning", ...body }, options);
}
