import { type Json, joinTurns, type Part, plainText, type Transcript, type Turn } from "./transcript.ts";

/** Reads a body of Anthropic's Messages API. */
export function readMessages(body: Json): Transcript {
  const system: Turn = { role: "system", parts: partsOf(body.system) };
  const turns = ((body.messages ?? []) as Json[]).map(
    ({ role, content }): Turn => ({
      role: role === "assistant" || role === "system" ? role : "user",
      parts: partsOf(content),
    }),
  );
  return {
    turns: joinTurns(system.parts.length > 0 ? [system, ...turns] : turns),
    tools: ((body.tools ?? []) as Json[]).map(({ name }) => String(name)),
    cacheMarks: JSON.stringify(body).split('"cache_control":{').length - 1,
    fields: Object.keys(body),
  };
}

function partsOf(content: unknown): Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return ((content ?? []) as Json[]).flatMap(partOf);
}

function partOf(block: Json): Part[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: String(block.text) }];
    case "thinking":
      return [{ type: "thinking", proof: block.signature as string | undefined }];
    case "redacted_thinking":
      return [{ type: "thinking", proof: block.data as string | undefined }];
    case "tool_use":
      return [{ type: "call", id: String(block.id), name: String(block.name), input: block.input }];
    case "tool_result":
      return [{ type: "result", id: String(block.tool_use_id), text: plainText(block.content) }];
    default:
      return [];
  }
}
