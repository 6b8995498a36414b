import type { DialectName, eventsIn } from "../calling.ts";

export const GPT = "openai/gpt-5-mini";
export const CLAUDE = "anthropic/claude-sonnet-4.5";
export const GEMINI = "google/gemini-2.5-flash";
export const OPEN = "openai/gpt-oss-120b";
export const NATIVE: Record<DialectName, string> = { responses: GPT, messages: CLAUDE, chat: OPEN };
export const DIALECTS: DialectName[] = ["responses", "messages", "chat"];

export const LONG = "12345678901234567890";
export const PRECISE = "0.12345678901234567890123";
export const HUGE = "1e400";

/** A number that JSON.stringify writes unchanged. */
export const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };
export const values = () => ({
  id: rawJSON(LONG),
  list: [rawJSON(PRECISE)],
  deep: { huge: rawJSON(HUGE), plain: 1.5 },
});
export const VALUES = `{"id":${LONG},"list":[${PRECISE}],"deep":{"huge":${HUGE},"plain":1.5}}`;

export const asText = (text: string) => JSON.stringify(text).slice(1, -1);

/** Returns the arguments of the only call in a stream of any dialect. */
export function argumentsOf(events: ReturnType<typeof eventsIn>): string {
  return events
    .map((event) => {
      if (event.type === "response.function_call_arguments.delta") return event.delta;
      if (event.type === "content_block_delta") return event.delta.partial_json ?? "";
      return event.choices?.[0]?.delta?.tool_calls?.[0]?.function.arguments ?? "";
    })
    .join("");
}
