import {
  type Json,
  joinTurns,
  type Part,
  parseArguments,
  plainText,
  type Transcript,
  type Turn,
} from "./transcript.ts";

/** Reads a body of OpenAI's chat completions. */
export function readChat(body: Json): Transcript {
  return {
    turns: joinTurns(((body.messages ?? []) as Json[]).map(turnOf)),
    tools: ((body.tools ?? []) as Json[]).map((tool) =>
      String(((tool.function ?? tool.custom) as Json | undefined)?.name),
    ),
    cacheMarks: 0,
    fields: Object.keys(body),
  };
}

function turnOf(message: Json): Turn {
  const { role, content } = message;
  if (role === "tool")
    return { role: "user", parts: [{ type: "result", id: String(message.tool_call_id), text: plainText(content) }] };
  const contents = Array.isArray(content) ? (content as Json[]) : content ? [{ text: content }] : [];
  const text = contents.map((part): Part => ({ type: "text", text: plainText(part.text ?? part) }));
  if (role !== "assistant") return { role: role === "user" ? "user" : "system", parts: text };
  return { role, parts: [...text, ...((message.tool_calls ?? []) as Json[]).map(callOf)] };
}

function callOf(call: Json): Part {
  const id = String(call.id);
  if (call.type === "custom") {
    const { name, input } = call.custom as Json;
    return { type: "call", id, name: String(name), input };
  }
  const { name, arguments: text } = call.function as Json;
  return { type: "call", id, name: String(name), input: parseArguments(text) };
}
