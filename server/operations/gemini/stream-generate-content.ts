import { streamGenerateContent as endpoint } from "#lib/contract/gemini.ts";
import { operation } from "#server/http/operation.ts";
import { toJsonArray } from "./json-array.ts";
import { runContent } from "./run-content.ts";

export const streamGenerateContent = operation(endpoint)(async (gateway, call) => {
  const response = await runContent(gateway, endpoint.id, call, true);
  return call.query.alt === "json" ? toJsonArray(response) : response;
});
