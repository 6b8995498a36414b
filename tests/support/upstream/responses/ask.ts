import { type Ask, emptyAsk, type Turn } from "../text/ask.ts";

type Json = Record<string, unknown>;

/** Reads a Responses body: `input` is a text or items; messages may omit `type` and have plain text. */
export function askOfResponses(body: Json): Ask {
  const input =
    typeof body.input === "string" ? [{ role: "user", content: body.input }] : ((body.input ?? []) as Json[]);
  const instructions: Turn[] = body.instructions ? [{ role: "system", text: String(body.instructions) }] : [];
  const tools = (body.tools ?? []) as Json[];
  const format = (body.text as Json | undefined)?.format as Json | undefined;
  return {
    ...emptyAsk,
    model: String(body.model ?? ""),
    stream: body.stream === true,
    turns: [...instructions, ...input.flatMap(turnsOf)],
    tools: tools
      .filter((tool) => tool.type === "function")
      .map((tool) => ({ name: String(tool.name), schema: tool.parameters })),
    toolChoice: choiceOf(body.tool_choice),
    wantsThinking: requestsThinking(body.reasoning as Json | undefined),
    schema: format?.type === "json_schema" ? format.schema : format?.type === "json_object" ? {} : undefined,
    maxOutputTokens: body.max_output_tokens as number | undefined,
    canSearch: tools.some((tool) => String(tool.type).startsWith("web_search")),
  };
}

function turnsOf(item: Json): Turn[] {
  switch (item.type ?? "message") {
    case "message":
      return [messageTurn(item)];
    case "function_call":
      return [{ role: "assistant", text: String(item.name) + String(item.arguments) }];
    case "custom_tool_call":
      return [{ role: "assistant", text: String(item.name) + String(item.input) }];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ role: "tool", text: textOf(item.output) }];
    default:
      return [{ role: "assistant", text: "" }];
  }
}

function messageTurn(item: Json): Turn {
  const role = item.role === "user" || item.role === "assistant" ? item.role : "system";
  const parts = Array.isArray(item.content) ? (item.content as Json[]) : [];
  return {
    role,
    text: textOf(item.content),
    attachments: parts.filter((part) => typeof part.text !== "string").length,
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return ((content ?? []) as Json[]).map((part) => (typeof part.text === "string" ? part.text : "")).join("");
}

function choiceOf(choice: unknown): Ask["toolChoice"] {
  if (choice === "none" || choice === "required") return choice;
  const named = choice as Json | undefined;
  return named?.type === "function" ? { name: String(named.name) } : "auto";
}

function requestsThinking(reasoning: Json | undefined): boolean {
  return reasoning !== undefined && reasoning !== null && reasoning.effort !== "none";
}
