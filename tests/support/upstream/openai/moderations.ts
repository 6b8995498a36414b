import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "./vendor.ts";

/**
 * OpenAI's moderations: one result for each text, none of them flagged; a test scripts other results.
 * https://developers.openai.com/api/docs/guides/moderation
 */
export const moderations: Endpoint = { method: "POST", path: /\/moderations$/, vendor: openai, answer: moderate };

function moderate({ request, newId }: Exchange): EndpointResponse {
  const { input, model } = (request.body ?? {}) as { input?: unknown; model?: string };
  const result = { flagged: false, categories: { violence: false, harassment: false }, category_scores: {} };
  return { json: { id: newId("modr-"), model, results: [input].flat().map(() => result) } };
}
