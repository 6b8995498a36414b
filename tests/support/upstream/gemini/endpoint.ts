import type { Endpoint, EventStream } from "../endpoint.ts";
import { encodeEvents } from "../sse.ts";
import { type Format, type Reply, textEndpoint } from "../text/endpoint.ts";
import { inputTokensOf } from "../text/usage.ts";
import { askOfGemini, modelOf } from "./ask.ts";
import { chunksOf, responseOf } from "./content.ts";
import { google, googleError } from "./conventions.ts";
import { geminiSpeech } from "./speech.ts";

const format: Format = {
  complaint: (body) =>
    Array.isArray(body.contents) && body.contents.length > 0
      ? undefined
      : "* GenerateContentRequest.contents: contents is not specified\n",
  ask: (body, { request }) => askOfGemini(body, request),
  json: responseOf,
  stream: streamOf,
};

const countTokens: Endpoint = {
  method: "POST",
  path: /\/models\/[^/]+:countTokens$/,
  conventions: google,
  answer: ({ request }) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const { generateContentRequest: whole, contents } = body;
    if (whole && contents)
      return { status: 400, json: { error: googleError(400, modelOf(request), "both contents and a request") } };
    const counted = (whole ?? body) as Record<string, unknown>;
    return { json: { totalTokens: inputTokensOf(askOfGemini(counted, request).turns) } };
  },
};

const modelList: Endpoint = {
  method: "GET",
  path: /\/v1beta\/models$/,
  conventions: google,
  answer: () => ({
    json: {
      models: [
        {
          name: "models/gemini-upstream",
          version: "001",
          displayName: "Gemini Upstream",
          inputTokenLimit: 1_048_576,
          outputTokenLimit: 65_536,
          supportedGenerationMethods: ["generateContent", "countTokens"],
        },
      ],
    },
  }),
};

/** Google's Gemini API. */
export const gemini: Endpoint[] = [
  geminiSpeech,
  textEndpoint(/\/models\/[^/]+:(generateContent|streamGenerateContent)$/, google, format),
  countTokens,
  modelList,
];

/** Server-sent events with `alt=sse`, otherwise a JSON array that is written piece by piece. */
function streamOf(reply: Reply): EventStream {
  const { request } = reply.exchange;
  const isEvents = request.query.get("alt") === "sse";
  return {
    events: chunksOf(reply).map((data) => ({ data })),
    encode: (events) =>
      isEvents ? encodeEvents(events, "\r\n") : arrayItems(events.map(({ data }) => JSON.stringify(data))),
    errorEvents: (status) => [{ data: { error: googleError(status, modelOf(request)) } }],
    unknownEvent: { data: { futureMetadata: { new: true } } },
    ...(!isEvents && { contentType: "application/json; charset=UTF-8" }),
  };
}

function arrayItems(items: string[]): string[] {
  return items.map((item, index) => `${index === 0 ? "[" : ",\r\n"}${item}${index === items.length - 1 ? "]" : ""}`);
}
