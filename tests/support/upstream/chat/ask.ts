import { type Ask, emptyAsk, type Turn } from "../text/ask.ts";

type Json = Record<string, unknown>;

/** Reads a chat completions body. */
export function askOfChat(body: Json): Ask {
  const tools = ((body.tools ?? []) as Json[]).map((tool) => tool.function as Json | undefined);
  const format = body.response_format as Json | undefined;
  const stop = body.stop ?? [];
  return {
    ...emptyAsk,
    model: String(body.model ?? ""),
    stream: body.stream === true,
    turns: ((body.messages ?? []) as Json[]).map(turnOf),
    tools: tools
      .filter((tool) => tool !== undefined)
      .map((tool) => ({ name: String(tool.name), schema: tool.parameters })),
    toolChoice: choiceOf(body.tool_choice),
    wantsThinking: requestsThinking(body),
    schema: schemaOf(format),
    maxOutputTokens: (body.max_completion_tokens ?? body.max_tokens) as number | undefined,
    stopSequences: (Array.isArray(stop) ? stop : [stop]) as string[],
    canSearch: body.web_search_options !== undefined,
  };
}

function turnOf(message: Json): Turn {
  const parts = Array.isArray(message.content) ? (message.content as Json[]) : [];
  const lastText =
    typeof message.content === "string" ? message.content : parts.map((part) => String(part.text ?? "")).join("");
  const calls = ((message.tool_calls ?? []) as { function?: Json }[]).map(
    (call) => `${call.function?.name}${call.function?.arguments}`,
  );
  const attachments = parts.filter((part) => part.type !== "text").length;
  return { role: roleOf(message.role), text: lastText + calls.join(""), attachments };
}

function roleOf(role: unknown): Turn["role"] {
  if (role === "function") return "tool";
  return role === "user" || role === "assistant" || role === "tool" ? role : "system";
}

function choiceOf(choice: unknown): Ask["toolChoice"] {
  if (choice === "none" || choice === "required") return choice;
  const named = (choice as { function?: Json } | undefined)?.function;
  return named ? { name: String(named.name) } : "auto";
}

function schemaOf(format: Json | undefined): unknown {
  if (format?.type === "json_schema") return (format.json_schema as Json | undefined)?.schema ?? {};
  return format?.type === "json_object" ? {} : undefined;
}

function requestsThinking(body: Json): boolean {
  if (String(body.model).includes("reasoner")) return true;
  if ((body.thinking as Json | undefined)?.type === "enabled") return true;
  if ((body.reasoning as Json | undefined)?.enabled === false) return false;
  return body.reasoning !== undefined || (body.reasoning_effort !== undefined && body.reasoning_effort !== "none");
}
