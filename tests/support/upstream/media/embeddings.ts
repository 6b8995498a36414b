import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import { tokensOf } from "../text/usage.ts";
import { vectorOf } from "./vector.ts";

type Body = { input?: unknown; model?: string; dimensions?: number; encoding_format?: string };
type Text = { text: string; tokens: number };

/** OpenAI's embeddings: texts or token arrays in, numbers or base64 out. */
export const embeddings: Endpoint = { method: "POST", path: /\/embeddings$/, conventions: openai, answer: embed };

function embed({ request, fault, newId }: Exchange): EndpointResponse {
  const body = (request.body ?? {}) as Body;
  const texts = textsOf(body.input);
  if (texts.length === 0) {
    const message = "'$.input' is invalid.";
    return { status: 400, json: openai.error(400, { model: body.model ?? "", message, requestId: newId("req_") }) };
  }
  const data = texts.map(({ text }, index) => ({ object: "embedding", index, embedding: encode(text, body) }));
  const tokens = texts.reduce((sum, text) => sum + text.tokens, 0);
  const usage = fault.omitUsage ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } };
  return { json: { object: "list", data, model: body.model, ...usage } };
}

function encode(text: string, { dimensions = 1536, encoding_format: format }: Body): number[] | string {
  const vector = vectorOf(text, dimensions);
  return format === "base64" ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector;
}

/** One text, many, one text as tokens, or many as tokens. */
function textsOf(input: unknown): Text[] {
  if (typeof input === "string") return input === "" ? [] : [{ text: input, tokens: tokensOf(input) }];
  if (!Array.isArray(input)) return [];
  if (typeof input[0] === "number")
    return [{ text: input.map((token) => `t${token}`).join(" "), tokens: input.length }];
  return input.flatMap(textsOf);
}
