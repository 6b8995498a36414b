import type { Endpoint } from "./endpoint.ts";
import { openai, openaiError } from "./openai/conventions.ts";
import { encodeEvents } from "./sse.ts";
import { type Ask, emptyAsk } from "./text/ask.ts";
import { type Format, type Reply, textEndpoint } from "./text/endpoint.ts";
import { wordPieces } from "./text/pieces.ts";

type Json = Record<string, unknown>;

/** What a completion of a prompt says: "You said: ..." with the prompt, then the suffix in brackets. */
function askOf(body: Json): Ask {
  const prompt = [body.prompt].flat().join(" | ");
  const stop = body.stop ?? [];
  return {
    ...emptyAsk,
    model: String(body.model ?? ""),
    stream: body.stream === true,
    turns: [{ role: "user", text: body.suffix ? `${prompt}[${body.suffix}]` : prompt }],
    maxOutputTokens: body.max_tokens as number | undefined,
    stopSequences: (Array.isArray(stop) ? stop : [stop]) as string[],
  };
}

function indexesOf({ body }: Reply): number[] {
  const count = Number(body.n ?? 1) * [body.prompt].flat().length;
  return Array.from({ length: count }, (_, index) => index);
}

function headOf({ ask, exchange }: Reply): object {
  return { id: exchange.newId("cmpl-"), object: "text_completion", created: exchange.nowSeconds, model: ask.model };
}

function usageOf({ usage }: Reply): object | undefined {
  if (!usage) return undefined;
  const { inputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function logprobsOf({ body, answer }: Reply): object | null {
  if (typeof body.logprobs !== "number") return null;
  return { tokens: wordPieces(answer.text), token_logprobs: [], top_logprobs: [], text_offset: [] };
}

const finishOf = ({ answer }: Reply) => (answer.finish === "length" ? "length" : "stop");

const format: Format = {
  complaint: (body) => (body.prompt === undefined ? "you must provide a prompt" : undefined),
  ask: askOf,
  json: (reply) => ({
    ...headOf(reply),
    choices: indexesOf(reply).map((index) => ({
      index,
      text: reply.answer.text,
      logprobs: logprobsOf(reply),
      finish_reason: finishOf(reply),
    })),
    usage: usageOf(reply),
  }),
  stream(reply) {
    const head = headOf(reply);
    const chunk = (index: number, text: string, finish_reason: string | null) => ({
      data: { ...head, choices: [{ index, text, logprobs: null, finish_reason }] },
    });
    const usage = usageOf(reply);
    return {
      events: [
        ...wordPieces(reply.answer.text).flatMap((piece) => indexesOf(reply).map((index) => chunk(index, piece, null))),
        ...indexesOf(reply).map((index) => chunk(index, "", finishOf(reply))),
        ...(usage ? [{ data: { ...head, choices: [], usage } }] : []),
        { data: "[DONE]" },
      ],
      encode: encodeEvents,
      errorEvents: (status) => [{ data: { error: openaiError(status, reply.ask.model) } }],
      unknownEvent: { event: "future_event", data: { id: "cmpl-future", object: "future", choices: [] } },
    };
  },
};

/** Mistral writes its completions like a chat. */
const fim: Format = {
  ...format,
  json: (reply) => ({
    ...headOf(reply),
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: reply.answer.text }, finish_reason: finishOf(reply) }],
    usage: usageOf(reply),
  }),
  stream(reply) {
    const head = { ...headOf(reply), object: "chat.completion.chunk" };
    const chunk = (content: string, finish_reason: string | null) => ({
      ...head,
      choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason }],
    });
    return {
      ...format.stream(reply),
      events: [
        ...wordPieces(reply.answer.text).map((piece) => ({ data: chunk(piece, null) })),
        { data: { ...chunk("", finishOf(reply)), usage: usageOf(reply) } },
        { data: "[DONE]" },
      ],
    };
  },
};

/** Text completions of OpenAI and compatible servers, of DeepSeek, and of Mistral. */
export const completions: Endpoint[] = [
  textEndpoint(/\/fim\/completions$/, openai, fim),
  textEndpoint(/(?<!\/chat)\/completions$/, openai, format),
];
