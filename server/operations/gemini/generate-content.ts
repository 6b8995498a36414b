import { generateContent as endpoint } from "#lib/contract/gemini.ts";
import { operation } from "#server/http/operation.ts";
import { runContent } from "./run-content.ts";

export const generateContent = operation(endpoint)((gateway, call) => runContent(gateway, endpoint.id, call, false));
