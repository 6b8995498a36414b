import { openai, openaiError } from "../openai/conventions.ts";
import { encodeEvents } from "../sse.ts";
import { type Format, textEndpoint } from "../text/endpoint.ts";
import { askOfChat } from "./ask.ts";
import { chunksOf } from "./chunks.ts";
import { complaintOf } from "./complaints.ts";
import { completionOf } from "./completion.ts";

const format: Format = {
  complaint: complaintOf,
  ask: askOfChat,
  json: completionOf,
  stream: (reply) => ({
    events: chunksOf(reply),
    encode: encodeEvents,
    errorEvents: (status) => [{ data: { error: openaiError(status, reply.ask.model) } }],
    unknownEvent: {
      event: "future_event",
      data: { id: "chatcmpl-future", object: "chat.completion.future", choices: [] },
    },
  }),
};

/** OpenAI's chat completions API, which most other upstreams speak too. */
export const chat = textEndpoint(/\/chat\/completions$/, openai, format);
