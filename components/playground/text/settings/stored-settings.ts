import { MOST_FALLBACKS } from "./settings.ts";
import { either, fields, flag, listOf, number, oneOf, recordOf, text, textOf, withDefault } from "./shape.ts";

export const MOST_PANES = 4;

export const StoredModel = textOf(1, 200);

/** Settings restored from a link or this browser's storage; missing ones get the default. */
export const StoredSettings = fields({
  system: withDefault(text, ""),
  stream: withDefault(flag, true),
  values: withDefault(recordOf(either(number, text)), {}),
  stop: withDefault(listOf(text), []),
  tools: withDefault(text, ""),
  toolChoice: withDefault(oneOf("auto", "required", "none"), "auto"),
  serverTools: withDefault(listOf(text), []),
  mcpServers: withDefault(listOf(text), []),
  schema: withDefault(text, ""),
  fallbacks: withDefault(listOf(StoredModel, 0, MOST_FALLBACKS), []),
});
