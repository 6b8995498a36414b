import type { Conventions, Endpoint, EndpointResponse, EventStream, Exchange } from "../endpoint.ts";
import { answerTo, type TextAnswer } from "./answer.ts";
import type { Ask } from "./ask.ts";
import { type TextUsage, usageOf } from "./usage.ts";

/** One response to be written in a format. `usage` is undefined if the fault omits it. */
export type Reply = {
  ask: Ask;
  answer: TextAnswer;
  usage: TextUsage | undefined;
  body: Record<string, unknown>;
  exchange: Exchange;
};

/** A wire format for text: how to read a request and write the response. */
export type Format = {
  /** Returns the message of the 400 for a body that the provider would reject. */
  complaint(body: Record<string, unknown>, path: string): string | undefined;
  ask(body: Record<string, unknown>, exchange: Exchange): Ask;
  json(reply: Reply): unknown;
  stream(reply: Reply): EventStream;
};

export function textEndpoint(path: RegExp, conventions: Conventions, format: Format): Endpoint {
  return { method: "POST", path, conventions, answer: (exchange) => answerText(conventions, format, exchange) };
}

function answerText(conventions: Conventions, format: Format, exchange: Exchange): EndpointResponse {
  const body = (exchange.request.body ?? {}) as Record<string, unknown>;
  const message = format.complaint(body, exchange.request.path);
  const requestId = exchange.newId(conventions.requestIdPrefix);
  if (message)
    return { status: 400, json: conventions.error(400, { model: String(body.model ?? ""), message, requestId }) };
  const ask = format.ask(body, exchange);
  const answer = scriptAnswer(answerTo(ask, exchange.fault), exchange);
  const usage = exchange.fault.omitUsage ? undefined : { ...usageOf(ask, answer), ...exchange.rule?.usage };
  exchange.request.reportedUsage = usage;
  const reply = { ask, answer, usage, body, exchange };
  const { ignoresStream, alwaysStreams } = exchange.fault;
  const isStream = alwaysStreams || (ask.stream && !ignoresStream);
  return isStream ? { stream: format.stream(reply) } : { json: format.json(reply) };
}

function scriptAnswer(standard: TextAnswer, { request, rule }: Exchange): TextAnswer {
  const { answer } = rule ?? {};
  return { ...standard, ...(typeof answer === "function" ? answer(request, standard) : answer) };
}
