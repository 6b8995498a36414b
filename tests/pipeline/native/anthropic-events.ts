import type { Event } from "../calling.ts";

const usage = { input_tokens: 3, output_tokens: 1 };
export const message = {
  id: "m",
  type: "message",
  role: "assistant",
  model: "c",
  content: [],
  stop_reason: null,
  usage,
};
export const start = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
export const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
export const stop = (index: number) => ({ type: "content_block_stop", index });
export const text = (index: number, said: string) => [
  start(index, { type: "text", text: "" }),
  delta(index, { type: "text_delta", text: said }),
  stop(index),
];
export const ending = [
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

/** An Anthropic stream with these events between its start and its end. */
export function anthropic(...events: object[]): string[] {
  const all: Event[] = [{ type: "message_start", message }, ...events, ...ending];
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Returns the parts of a response that its routing metadata lists as dropped. */
export const droppedIn = (said: string): string[] =>
  JSON.parse(/"conversion":(\[[^\]]*\])/.exec(said)?.[1] ?? "[]").filter((line: string) =>
    line.startsWith("response "),
  );
