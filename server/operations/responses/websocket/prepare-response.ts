import { randomUUID } from "node:crypto";
import { createResponse } from "#lib/contract/responses.ts";
import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import { responseObject } from "#server/dialects/responses/encode/response-object.ts";
import { operation } from "#server/http/operation.ts";

/**
 * Runs a `response.create` event with `generate: false`: a response without output, which a later event can continue. No
 * model is called, and guardrails read the input when it is sent to one.
 */
export const prepareResponse = operation(createResponse)(async (gateway, { raw }) => {
  const context = {
    id: `resp_${randomUUID().replaceAll("-", "")}`,
    createdAt: Math.floor(gateway.now() / 1000),
    model: String(raw.model ?? ""),
    request: raw,
  };
  const usage = {
    input_tokens: 0,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 0,
  };
  const events = [
    { type: "response.created", response: responseObject(context, { status: "in_progress", output: [] }) },
    { type: "response.completed", response: responseObject(context, { status: "completed", output: [], usage }) },
  ].map((data, at) => ({ data: { ...data, sequence_number: at } }));
  return {
    status: 200,
    headers: { ...SSE_HEADERS },
    body: async (sink) => void sink.write(toFrames(events)),
  };
});
