import { block, list, tryParse } from "../exchange/json.ts";

const longestMessage = 2_000;

/**
 * Returns the readable message of an upstream's error body, whatever its format: `{error:{message}}` (OpenAI,
 * Anthropic, Google), `{message}` (Cohere, Mistral, AWS), `{detail}` (FastAPI), `{detail:{message}}` (ElevenLabs),
 * `{err_msg}` (Deepgram), `{error:"..."}` (Ollama), `{errors:[...]}`, `{response:{error:{message}}}` (OpenAI's last
 * event), or plain text. Returns undefined for markup and for a body without a message.
 */
export function errorMessage(body: unknown, text: string): string | undefined {
  const found = fromJson(body) ?? (body === undefined ? plainText(text) : undefined);
  return found?.slice(0, longestMessage);
}

/**
 * Returns the message of the provider behind a gateway, such as OpenRouter, whose own message only says that there was
 * one: `{error:{message:"Provider returned error",metadata:{raw}}}`.
 */
export function relayedMessage(body: unknown): string | undefined {
  const { message, metadata } = block(block(body).error);
  if (message !== "Provider returned error") return undefined;
  const { raw } = block(metadata);
  const relayed = typeof raw === "string" ? errorMessage(tryParse(raw), raw) : fromJson(raw);
  return relayed === message ? undefined : relayed?.slice(0, longestMessage);
}

function fromJson(value: unknown): string | undefined {
  const body = block(Array.isArray(value) ? value[0] : value);
  const error = block(body.error);
  return (
    sentence(error.message) ??
    sentence(body.error) ??
    sentence(body.message) ??
    sentence(body.detail) ??
    sentence(block(body.detail).message) ??
    sentence(body.err_msg) ??
    firstOf(body.detail) ??
    firstOf(body.errors) ??
    sentence(block(body.message).detail) ??
    firstOf(block(body.message).detail) ??
    sentence(block(block(body.response).error).message)
  );
}

/**
 * Reads the first message of a list: `[{ loc: ["body", "model"], msg: "Field required" }]`, `[{ message }]` or
 * `["..."]`.
 */
function firstOf(value: unknown): string | undefined {
  const first = list(value)[0];
  const entry = block(first);
  const place = list(entry.loc).join(".");
  const text = sentence(first) ?? sentence(entry.message) ?? sentence(entry.msg);
  return text && place ? `${place}: ${text}` : text;
}

function sentence(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function plainText(text: string): string | undefined {
  return text.trimStart().startsWith("<") ? undefined : sentence(text);
}
