import { parametersFor, supports } from "#components/playground/parameters.ts";
import type { Json } from "#components/playground/read-json.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import type { Turn } from "../pane/conversation.ts";
import { readSchema } from "../settings/schema-text.ts";
import type { Settings } from "../settings/settings.ts";
import { readTools } from "../settings/tools-text.ts";
import { messagesBody } from "./messages-body.ts";
import type { RequestParts } from "./request-parts.ts";
import { responsesBody } from "./responses-body.ts";

export type RequestSource = {
  dialect: Dialect;
  model: string;
  settings: Settings;
  /** Names of the parameters that the model supports; undefined if the catalogue does not know it. */
  supported: readonly string[] | undefined;
  turns: readonly Turn[];
};

/** Returns the request body of one pane in its dialect. Invalid JSON in tools and schema is left out. */
export function requestBody(source: RequestSource): Json {
  const parts = partsOf(source);
  return source.dialect === "responses" ? responsesBody(parts) : messagesBody(parts);
}

function partsOf({ dialect, model, settings, supported, turns }: RequestSource): RequestParts {
  const offered = parametersFor(supported, dialect).map(({ id }) => id);
  const takesSchema = supports(supported, "structured_outputs", "response_format");
  return {
    model,
    settings,
    values: Object.fromEntries(Object.entries(settings.values).filter(([id]) => offered.includes(id))),
    stop: supports(supported, "stop") ? settings.stop : [],
    tools: supports(supported, "tools") ? readTools(settings.tools).tools : [],
    serverTools: supports(supported, "tools") ? settings.serverTools : [],
    mcpServers: supports(supported, "tools") ? settings.mcpServers : [],
    schema: takesSchema ? readSchema(settings.schema).schema : undefined,
    turns,
  };
}
