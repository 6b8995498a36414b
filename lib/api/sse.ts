import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { ApiError } from "./api-error.ts";
import { type Arguments, type CallOptions, type InputOf, send } from "./client.ts";

/** One event: its name, if it has one, and its JSON. */
export type StreamEvent = { event: string | undefined; data: unknown };

type StreamOptions = CallOptions & {
  /** Called once the gateway has accepted the request, with the response for its headers. */
  onOpen?: ((response: Response) => void) | undefined;
};

/**
 * Calls a streaming endpoint and yields its events as they arrive, until the stream or its `[DONE]` ends. Leaving the
 * loop early closes the connection. Throws ApiError if the request is rejected or the connection breaks, and the
 * signal's reason if it was aborted. The reader of the events decides whether the stream was complete.
 */
export async function* stream<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<InputOf<E> & StreamOptions>
): AsyncGenerator<StreamEvent, void, undefined> {
  const options = input as (InputOf<E> & StreamOptions) | undefined;
  const response = await send(endpoint, ...([options] as Arguments<InputOf<E> & CallOptions>));
  options?.onOpen?.(response);
  yield* eventsOf(response, options?.signal);
}

/** Yields the events of an open response, like `stream`. */
export async function* eventsOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const message of messagesOf(response, signal)) {
    if (message.data === "[DONE]") return;
    yield { event: message.event, data: JSON.parse(message.data) };
  }
}

/** Yields the messages of an open response as they were sent, with `[DONE]`, until the response ends. */
export async function* messagesOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => arrived.push(message) });
  try {
    for (;;) {
      const chunk = await reader?.read().catch(() => throwLostConnection(response, signal));
      if (!chunk || chunk.done) return;
      parser.feed(chunk.value);
      yield* arrived.splice(0);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

function throwLostConnection(response: Response, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  const requestId = response.headers.get("x-request-id") ?? undefined;
  throw new ApiError(0, "The connection to the gateway was lost before the response was complete.", { requestId });
}
