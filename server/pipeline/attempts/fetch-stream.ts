import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { toFrames } from "#server/dialects/frames.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { Provider } from "#server/providers/provider.ts";
import { maskSecrets } from "#server/providers/requests/mask.ts";
import { jsonToSse } from "../native/json-to-sse.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import { reportedFailure } from "./attempt-failure.ts";
import { unreadableError } from "./failure.ts";

const DIALECTS: Record<NonNullable<Provider["textDialect"]>, Dialect> = { chat, messages, responses };

/** Some SDK packages fall back to their provider's chat endpoint for requests that the usual one cannot carry. */
function isCompletion({ choices }: Body): boolean {
  return Array.isArray(choices);
}

/**
 * Returns a fetch for provider SDK packages, which only read streams. Converts a response that arrives as one JSON body
 * into a stream.
 */
export function fetchStream(call: TextCall, attempt: TextAttempt, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.ok) attempt.state.hasStarted = true;
    if (!response.ok || !response.headers.get("content-type")?.includes("application/json")) return response;
    attempt.timeouts.extend(call.gateway.environment.LAST_FIRST_CONTENT_TIMEOUT_MS);
    const text = await response.text();
    const { textDialect } = attempt.candidate.provider;
    const frames = textDialect
      ? jsonToSse(call, attempt, (response) => (isCompletion(response) ? chat : DIALECTS[textDialect]), text)
      : listed(call, attempt, text);
    const headers = new Headers(response.headers);
    headers.set("content-type", "text/event-stream");
    headers.delete("content-length");
    return new Response(frames, { status: response.status, headers });
  };
}

/**
 * Returns the SSE text of Gemini responses in JSON. Each Gemini event is a full response, so the JSON is one or a list
 * of them.
 */
function listed(call: TextCall, attempt: TextAttempt, text: string): string {
  const responses = answersIn(text);
  if (!responses) throw unreadableError(maskSecrets(text.slice(0, 2000), attempt.candidate.credential));
  const failed = responses.find(({ error }) => error);
  if (failed) throw reportedFailure(call, attempt, { status: statusOf(failed.error), raw: failed });
  return toFrames(responses.map((data) => ({ data })));
}

function answersIn(text: string): Body[] | undefined {
  try {
    const response = parseJsonText(text);
    const all: unknown[] = Array.isArray(response) ? response : [response];
    return all.every((one): one is Body => typeof one === "object" && one !== null) ? all : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(error: unknown): number {
  const { code } = (error ?? {}) as Body;
  return typeof code === "number" && code >= 400 && code < 600 ? code : 502;
}
