import type { Body } from "#server/dialects/dialect.ts";
import { toFrames } from "#server/dialects/frames.ts";

/**
 * Returns one response of a stream as SSE text. An error, which is the last, follows again as JSON outside any event,
 * which is how Google breaks off a stream (https://github.com/vercel/ai/issues/5217). Clients read only one of the two:
 * `@google/genai` before 3.0 and Genkit take an event with an error for a response without content.
 */
export function responseFrames(data: Body): string {
  const event = toFrames([{ data }]);
  // Without a blank line: those clients drop what one ends.
  return data.error === undefined ? event : `${event}${JSON.stringify({ error: data.error })}\n`;
}
