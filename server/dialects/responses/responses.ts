import type { ConversationDialect } from "../dialect.ts";
import { collect } from "./collect.ts";
import { decode } from "./decode/decode.ts";
import { encoder } from "./encode/encode.ts";
import { observeEvent, observeResponse } from "./observe.ts";
import { outputTexts } from "./output-texts.ts";
import { replay } from "./replay.ts";
import { responseText } from "./response-text.ts";
import { sealReasoning } from "./seal-reasoning.ts";
import { texts } from "./texts.ts";

/** OpenAI's Responses API without stored state, as served at POST /responses. */
export const responses: ConversationDialect = {
  id: "responses",
  decode,
  encoder,
  collect,
  replay,
  sealReasoning,
  texts,
  outputTexts,
  responseText,
  observeEvent,
  observeResponse,
};
