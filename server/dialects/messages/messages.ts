import type { ConversationDialect } from "../dialect.ts";
import { collect } from "./collect.ts";
import { decode } from "./decode/decode.ts";
import { complete } from "./encode/complete.ts";
import { encoder } from "./encode/encode.ts";
import { observeEvent, observeResponse } from "./observe.ts";
import { outputTexts } from "./output-texts.ts";
import { replay } from "./replay.ts";
import { responseText } from "./response-text.ts";
import { sealReasoning } from "./seal-reasoning.ts";
import { texts } from "./texts/texts.ts";

/** The dialect of `POST /messages`. */
export const messages: ConversationDialect = {
  id: "messages",
  decode,
  encoder,
  collect,
  complete,
  sealReasoning,
  replay,
  texts,
  outputTexts,
  responseText,
  observeEvent,
  observeResponse,
};
