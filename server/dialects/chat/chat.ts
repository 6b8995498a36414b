import type { ConversationDialect } from "../dialect.ts";
import { collect } from "./collect.ts";
import { decode } from "./decode.ts";
import { encoder } from "./encode.ts";
import { observeEvent, observeResponse } from "./observe.ts";
import { outputTexts } from "./output-texts.ts";
import { replay } from "./replay.ts";
import { responseText } from "./response-text.ts";
import { texts } from "./texts.ts";

/** OpenAI's chat completions, as served at POST /chat/completions. */
export const chat: ConversationDialect = {
  id: "chat",
  decode,
  encoder,
  collect,
  replay,
  texts,
  outputTexts,
  responseText,
  observeEvent,
  observeResponse,
};
