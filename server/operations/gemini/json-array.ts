import type { ApiResponse, Push, Sink } from "#server/api-response.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";

/** Whitespace in JSON, in the place of a comment that keeps the connection open. */
const PAUSE = "\n";

/**
 * Returns a stream of events as one JSON array of their data, which Google sends without `alt=sse`. The array of a
 * stream that is cut has no end. Any other response is returned as it is.
 */
export function toJsonArray(response: ApiResponse): ApiResponse {
  const { body, headers } = response;
  if (!headers["content-type"]?.startsWith("text/event-stream") || body === null) return response;
  const converted = { ...response, headers: { ...headers, "content-type": "application/json" } };
  if (typeof body === "function") return { ...converted, body: inArray(body) };
  const { piece, end } = arrayWriter();
  return { ...converted, body: piece(body) + end() };
}

function inArray(push: Push): Push {
  return async (sink) => {
    const { piece, end } = arrayWriter();
    const converting: Sink = { write: (chunk) => sink.write(piece(chunk)), drained: () => sink.drained() };
    await push(converting);
    sink.write(end());
  };
}

function arrayWriter() {
  const frames = createFrames();
  let start = "[";
  const piece = (chunk: Uint8Array | string): string => {
    const whole = frames.push(Buffer.from(chunk as string));
    let elements = "";
    if (whole)
      eachData(whole, (data) => {
        elements += start + data;
        start = ",\r\n";
      });
    return elements === "" ? PAUSE : elements;
  };
  return { piece, end: () => (start === "[" ? "[]" : "]") };
}
