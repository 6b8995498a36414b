import type { Endpoint, EventStream } from "../endpoint.ts";
import { type Format, type Reply, textEndpoint } from "../text/endpoint.ts";
import { inputTokensOf } from "../text/usage.ts";
import { askOfGemini, modelOf } from "./ask.ts";
import { chunksOf, responseOf } from "./content.ts";
import { google, googleError } from "./conventions.ts";
import { encodeGoogleEvents } from "./encode-events.ts";
import { geminiSpeech } from "./speech.ts";

const format: Format = {
  complaint: bodyError,
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
      isEvents ? encodeGoogleEvents(events) : arrayItems(events.map(({ data }) => JSON.stringify(data))),
    errorEvents: (status) => [{ data: { error: googleError(status, modelOf(request)) } }],
    unknownEvent: { data: { futureMetadata: { new: true } } },
    ...(!isEvents && { contentType: "application/json; charset=UTF-8" }),
  };
}

function arrayItems(items: string[]): string[] {
  return items.map((item, index) => `${index === 0 ? "[" : ",\r\n"}${item}${index === items.length - 1 ? "]" : ""}`);
}

/** A signature of Google's other API. */
export const SIGNED_ELSEWHERE = Buffer.from("signed elsewhere").toString("base64");

/** Google takes no empty texts, all results of a turn together, and not every tool alongside a JSON format. */
function bodyError(body: Record<string, unknown>, path: string): string | undefined {
  const { contents } = body;
  if (!Array.isArray(contents) || contents.length === 0)
    return "* GenerateContentRequest.contents: contents is not specified\n";
  const parts = contents.map((content: { parts?: Record<string, unknown>[] }) => content.parts ?? []);
  if (parts.flat().some(({ text, thoughtSignature }) => text === "" && !thoughtSignature))
    return "Unable to submit request because it has an empty text parameter.";
  if (parts.flat().some(({ thoughtSignature }) => thoughtSignature === SIGNED_ELSEWHERE))
    return "Corrupted thought signature.";
  const count = (at: number, name: string) => parts[at]?.filter((part) => part[name]).length ?? 0;
  const unequal = parts.some(
    (_, at) =>
      count(at, "functionCall") > 0 &&
      at + 1 < parts.length &&
      count(at + 1, "functionResponse") !== count(at, "functionCall"),
  );
  return unequal
    ? "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
    : (formatError(body, path) ?? budgetError(body, path) ?? kindError(parts.flat()));
}

function budgetError({ generationConfig }: Record<string, unknown>, path: string) {
  const { thinkingConfig } = (generationConfig ?? {}) as { thinkingConfig?: { thinkingBudget?: number } };
  const most = path.includes("gemini-2.5-pro") ? 32_768 : 24_576;
  return path.includes("gemini-2.5") && (thinkingConfig?.thinkingBudget ?? 0) > most
    ? `Unable to submit request because thinking_budget is out of range; supported values are integers from 1 to ${most}.`
    : undefined;
}

/** Text is taken under few types. */
function kindError(parts: Record<string, unknown>[]) {
  const kinds = parts.map(({ inlineData }) => (inlineData as { mimeType?: string } | undefined)?.mimeType ?? "");
  const refused = kinds.find((kind) => /^text\/(?:x-|vnd)|^application\/(?!pdf|rtf)/.test(kind));
  return refused && `Unsupported MIME type: ${refused}`;
}

function formatError({ tools, toolConfig, generationConfig }: Record<string, unknown>, path: string) {
  const { responseMimeType: type } = (generationConfig ?? {}) as { responseMimeType?: string };
  if (type !== "application/json" || !tools) return undefined;
  const { functionCallingConfig } = (toolConfig ?? {}) as { functionCallingConfig?: { mode?: string } };
  if (functionCallingConfig?.mode === "ANY")
    return "Forced function calling (ANY mode) with a response mime type: 'application/json' is unsupported";
  return /gemini-[12]/.test(path)
    ? "Function calling with a response mime type: 'application/json' is unsupported"
    : undefined;
}
