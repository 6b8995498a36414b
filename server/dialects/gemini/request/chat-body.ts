import type { Body } from "#server/dialects/dialect.ts";
import { omitUndefined, stringAt, textOf } from "#server/dialects/read-field.ts";
import type { ResultForm } from "#server/dialects/request/google-request.ts";
import { namedFields } from "./camel-keys.ts";
import { GATEWAY } from "./gateway-names.ts";
import { messagesOf } from "./messages.ts";
import { settingsOf } from "./settings.ts";
import { toolChoiceOf, toolConfigOf, toolsOf, wantsPieces } from "./tools.ts";

const FIELDS = new Set([
  ...["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings", "cachedContent"],
  ...["labels", "serviceTier", "model", ...GATEWAY],
]);

/**
 * Returns a Gemini request as a chat body. What only Google can do is in the body too, and `google_options.only` names
 * it: no other provider gets the request. Throws HttpError 400 for what cannot be carried, so that nothing is dropped here;
 * settings that another provider cannot express are noted as in any conversion. `cachedTurns`: how many user turns at
 * its start were cached content of the gateway.
 */
export function chatBodyOf(given: Body, model: string, stream: boolean, cachedTurns = 0): Body {
  const body = namedFields(given, "", FIELDS);
  const only: string[] = [];
  const cachedContent = body.cachedContent === undefined ? undefined : stringAt(body.cachedContent, "cachedContent");
  if (cachedContent !== undefined) only.push("cachedContent");
  const { google_options: options, ...settings } = settingsOf(body.generationConfig, only);
  const files: string[] = [];
  const results: Record<string, ResultForm> = {};
  const messages = messagesOf(body.contents, body.systemInstruction, { only, files, results });
  const tools = toolsOf(body.tools, only);
  const google = omitUndefined({
    ...(options as Body | undefined),
    safetySettings: body.safetySettings,
    labels: body.labels,
    cachedContent,
    files: files.length > 0 ? files : undefined,
    cachedTurns: cachedTurns > 0 ? cachedTurns : undefined,
    results: Object.keys(results).length > 0 ? results : undefined,
    toolConfig: toolConfigOf(body.toolConfig, only),
    streamFunctionCallArguments: wantsPieces(body.toolConfig),
    only: only.length + files.length > 0 ? [...only, ...files] : undefined,
  });
  return omitUndefined({
    model,
    messages,
    ...(stream && { stream: true }),
    ...settings,
    tools,
    tool_choice: toolChoiceOf(body.toolConfig),
    service_tier: textOf(body.serviceTier)?.toLowerCase(),
    // Also without any: a stored response of a chat request would lack what callers in Google's form get.
    google_options: google,
    ...Object.fromEntries(GATEWAY.map((name) => [name, body[name]])),
  });
}
