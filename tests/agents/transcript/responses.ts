import {
  flatName,
  type Json,
  joinTurns,
  type Part,
  parseArguments,
  plainText,
  type Transcript,
  type Turn,
} from "./transcript.ts";

/** Reads a body of OpenAI's Responses API. */
export function readResponses(body: Json): Transcript {
  const instructions: Turn[] = body.instructions
    ? [{ role: "system", parts: [{ type: "text", text: String(body.instructions) }] }]
    : [];
  const items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
  return {
    turns: joinTurns([...instructions, ...((items ?? []) as Json[]).flatMap(turnOf)]),
    tools: [...toolsIn(body), ...((items ?? []) as Json[]).flatMap(toolsIn)].flatMap(toolNames),
    cacheMarks: 0,
    fields: Object.keys(body),
  };
}

function turnOf(item: Json): Turn[] {
  const name = flatName(item.name, item.namespace);
  const id = String(item.call_id);
  switch (item.type ?? "message") {
    case "message":
      return [{ role: roleOf(item.role), parts: textParts(item.content) }];
    case "reasoning":
      return [
        { role: "assistant", parts: [{ type: "thinking", proof: (item.encrypted_content ?? undefined) as string }] },
      ];
    case "function_call":
      return [{ role: "assistant", parts: [{ type: "call", id, name, input: parseArguments(item.arguments) }] }];
    case "custom_tool_call":
      return [{ role: "assistant", parts: [{ type: "call", id, name, input: { input: item.input } }] }];
    case "tool_search_call":
      return [{ role: "assistant", parts: [{ type: "call", id, name: "tool_search", input: item.arguments }] }];
    case "tool_search_output":
      return [
        { role: "user", parts: [{ type: "result", id, text: JSON.stringify(toolsIn(item).flatMap(toolNames)) }] },
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ role: "user", parts: [{ type: "result", id, text: plainText(item.output) }] }];
    default:
      return [];
  }
}

function textParts(content: unknown): Part[] {
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => ({ type: "text", text: plainText(part?.text ?? part) }));
}

function roleOf(role: unknown): Turn["role"] {
  return role === "assistant" || role === "user" ? role : "system";
}

function toolsIn({ tools }: Json): Json[] {
  return Array.isArray(tools) ? tools : [];
}

function toolNames(tool: Json): string[] {
  if (tool.type === "tool_search") return ["tool_search"];
  if (tool.type !== "namespace") return tool.name ? [String(tool.name)] : [];
  return (tool.tools as Json[]).map((member) => flatName(member.name, tool.name));
}
