import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "./conventions.ts";

/**
 * OpenAI's moderations: one result for each text, or for all parts together. A text with "attack" is flagged as
 * violence.
 * https://developers.openai.com/api/docs/guides/moderation
 */
export const moderations: Endpoint = { method: "POST", path: /\/moderations$/, conventions: openai, answer: moderate };

function moderate({ request, newId }: Exchange): EndpointResponse {
  const { input, model } = (request.body ?? {}) as { input?: unknown; model?: string };
  const inputs = [input].flat();
  const pieces = inputs.some((part) => typeof part === "object") ? [JSON.stringify(inputs)] : inputs.map(String);
  return { json: { id: newId("modr-"), model, results: pieces.map(resultOf) } };
}

function resultOf(text: string) {
  const flagged = text.includes("attack");
  return {
    flagged,
    categories: { violence: flagged, harassment: false },
    category_scores: { violence: flagged ? 0.97 : 0.0001, harassment: 0.0002 },
    category_applied_input_types: { violence: ["text"], harassment: ["text"] },
  };
}
