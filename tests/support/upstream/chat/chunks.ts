import type { WireEvent } from "../endpoint.ts";
import type { AnswerCall } from "../text/answer.ts";
import type { Reply } from "../text/endpoint.ts";
import { argumentPieces, padding, wordPieces } from "../text/pieces.ts";
import {
  annotationsOf,
  calledTool,
  contentOf,
  envelope,
  finishOf,
  inputOf,
  reasoningKey,
  typeOf,
  usageOf,
} from "./completion.ts";

/**
 * Returns the chunks of one completion and `[DONE]`, with a usage chunk if the request asks for one or for no stream.
 */
export function chunksOf(reply: Reply): WireEvent[] {
  const shared = sharedOf(reply);
  const { stream, stream_options } = reply.body;
  // A request that did not ask for a stream cannot have asked to omit the usage, and Mistral always sends it.
  const wantsUsage =
    stream !== true ||
    reply.exchange.request.path.startsWith("/mistral/") ||
    (stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const usageKey = wantsUsage ? { usage: null } : {};
  const indexes = Array.from({ length: Number(reply.body.n ?? 1) }, (_, index) => index);
  const chunks = deltasOf(reply).flatMap((delta) =>
    indexes.map((index) => chunk(shared, { index, delta, logprobs: null, finish_reason: null }, usageKey)),
  );
  const last = indexes.map((index) =>
    chunk(shared, { index, delta: {}, logprobs: null, finish_reason: finishOf(reply) }, usageKey),
  );
  const usage = wantsUsage && reply.usage ? [{ data: { ...shared, choices: [], usage: usageOf(reply.usage) } }] : [];
  return [...chunks, ...last, ...usage, { data: "[DONE]" }];
}

type Choice = { index: number; delta: object; logprobs: null; finish_reason: string | null };

function sharedOf(reply: Reply): object {
  const id = reply.exchange.newId("chatcmpl-", 29);
  return {
    ...envelope(reply, id, "chat.completion.chunk"),
    service_tier: "default",
    system_fingerprint: "fp_upstream",
  };
}

function chunk(shared: object, choice: Choice, usage: object): WireEvent {
  return { data: { ...shared, choices: [choice], ...usage, obfuscation: padding(JSON.stringify(choice.delta)) } };
}

function deltasOf(reply: Reply): object[] {
  const { answer, exchange } = reply;
  const key = reasoningKey(reply);
  const isCall = answer.toolCalls.length > 0 && answer.text === "";
  const first = { role: "assistant", content: isCall ? null : "", refusal: null };
  const unknown = exchange.fault.unknownBlock ? [{ future_field: { new: true } }] : [];
  const thoughts = key ? wordPieces(answer.thinking).map((piece) => ({ content: null, [key]: piece })) : [];
  const annotations = annotationsOf(reply);
  const cited = annotations.length > 0 ? [{ annotations }] : [];
  const words = wordPieces(contentOf(reply)).map((piece) => ({ content: piece }));
  return [
    first,
    ...unknown,
    ...thoughts,
    ...words,
    ...cited,
    ...answer.toolCalls.flatMap((call, index) => callDeltas(reply, call, index)),
  ];
}

/** Id and name come once; the arguments follow in pieces that are identified only by their index. */
function callDeltas({ exchange }: Reply, call: AnswerCall, index: number): object[] {
  const id = call.id ?? exchange.newId("call_");
  const head = { index, id, type: typeOf(call), ...calledTool(call.isCustom, call.name, "") };
  const pieces = argumentPieces(inputOf(call)).map((piece) => ({
    index,
    ...calledTool(call.isCustom, undefined, piece),
  }));
  return [head, ...pieces].map((piece) => ({ tool_calls: [piece] }));
}
