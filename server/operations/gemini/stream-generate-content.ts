import { streamGenerateContent as endpoint } from "#lib/contract/gemini.ts";
import { operation } from "#server/http/operation.ts";
import { runContent } from "./run-content.ts";

export const streamGenerateContent = operation(endpoint)((gateway, call) =>
  runContent(gateway, endpoint.id, call, true),
);
