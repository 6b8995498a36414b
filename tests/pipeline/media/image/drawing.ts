import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";

export const MODEL = "openai/gpt-image-2";

/** Returns a function that requests an image of a red cube, with further fields. */
export function drawingAt(gateway: TestGateway) {
  return (body: object, options?: Parameters<TestGateway["call"]>[3]): Promise<ApiResult> =>
    gateway.call("POST", "/images", { model: MODEL, prompt: "A red cube", ...body }, options);
}
