import { newId } from "#components/playground/new-id.ts";
import { type Json, recordOf, recordsOf, textOf } from "#components/playground/read-json.ts";
import { type Block, type Dialect, newAnswer, type ToolCall } from "#components/playground/result/answer.ts";
import { isRecord } from "#lib/is-record.ts";
import type { AssistantTurn, Attachment, ToolResult, Turn, UserTurn } from "../pane/conversation.ts";

/** The content of one message or item of a request. */
type ReadMessage = {
  by: "system" | "user" | "assistant";
  text: string;
  attachments: Attachment[];
  results: ToolResult[];
  calls: ToolCall[];
  /** The dialect's own blocks of a response, if they are sent back unchanged. */
  blocks: Block[];
};

/** Returns the conversation of a request in any dialect, and its system prompt. */
export function turnsOf(request: Json, style: Dialect): { system: string; turns: Turn[] } {
  const given = request.messages ?? request.input;
  const messages = typeof given === "string" ? [{ role: "user", content: given }] : recordsOf(given);
  const entries = messages.map((message) => readMessage(message, style));
  const systemTexts = [
    textIn(request.instructions ?? request.system),
    ...entries.filter(isSystem).map(({ text }) => text),
  ];
  const names = new Map(entries.flatMap(({ calls }) => calls).map(({ id, name }) => [id, name]));
  const turns: Turn[] = [];
  for (const one of entries.filter((some) => !isSystem(some))) addTurn(turns, one, textOf(request.model), style);
  return { system: systemTexts.filter(Boolean).join("\n\n"), turns: turns.map((turn) => withNames(turn, names)) };
}

function isSystem({ by }: ReadMessage): boolean {
  return by === "system";
}

function readMessage(message: Json, style: Dialect): ReadMessage {
  const silent: ReadMessage = { by: "assistant", text: "", attachments: [], results: [], calls: [], blocks: [] };
  const type = textOf(message.type);
  if (type === "function_call") return { ...silent, calls: [callOf(message.call_id, message)] };
  if (type === "function_call_output")
    return { ...silent, by: "user", results: [resultOf(message.call_id, message.output)] };
  if (type === "reasoning") return { ...silent, blocks: [message] };
  const { role, content } = message;
  if (role === "system" || role === "developer") return { ...silent, by: "system", text: textIn(content) };
  if (role === "tool") return { ...silent, by: "user", results: [resultOf(message.tool_call_id, content)] };
  const parts = recordsOf(content);
  if (role === "assistant") {
    const called = recordsOf(message.tool_calls).map((call) => callOf(call.id, recordOf(call.function)));
    const used = parts.filter((part) => part.type === "tool_use").map((part) => callOf(part.id, part));
    const blocks = style === "messages" ? parts : [];
    return { ...silent, text: textIn(content), calls: [...called, ...used], blocks };
  }
  const results = parts.filter((part) => part.type === "tool_result");
  return {
    ...silent,
    by: "user",
    text: textIn(content),
    attachments: parts.flatMap(pictureIn),
    results: results.map((part) => resultOf(part.tool_use_id, part.content)),
  };
}

/** One turn may be split across several messages. */
function addTurn(
  turns: Turn[],
  { by, text, attachments, results, calls, blocks }: ReadMessage,
  model: string,
  style: Dialect,
) {
  const last = turns.at(-1);
  if (by === "user") {
    const turn: UserTurn = { id: newId(), role: "user", text, attachments, toolResults: results };
    if (last?.role !== "user") turns.push(turn);
    else turns[turns.length - 1] = joinedUser(last, turn);
    return;
  }
  const before =
    last?.role === "assistant" ? last.answer : { ...newAnswer(style, model, false, 0), status: "done" as const };
  // A Messages response is sent back as its blocks; plain text is one.
  const own = style === "messages" && blocks.length === 0 && text !== "" ? [{ type: "text", text }] : blocks;
  const answer = {
    ...before,
    text: [before.text, text].filter(Boolean).join("\n\n"),
    toolCalls: [...before.toolCalls, ...calls],
    blocks: [...before.blocks, ...own],
  };
  const turn: AssistantTurn = { id: last?.role === "assistant" ? last.id : newId(), role: "assistant", answer };
  if (last?.role === "assistant") turns[turns.length - 1] = turn;
  else turns.push(turn);
}

function joinedUser(one: UserTurn, other: UserTurn): UserTurn {
  return {
    ...one,
    text: [one.text, other.text].filter(Boolean).join("\n\n"),
    attachments: [...one.attachments, ...other.attachments],
    toolResults: [...one.toolResults, ...other.toolResults],
  };
}

function withNames(turn: Turn, names: ReadonlyMap<string, string>): Turn {
  if (turn.role !== "user") return turn;
  return { ...turn, toolResults: turn.toolResults.map((one) => ({ ...one, name: names.get(one.callId) ?? "" })) };
}

function callOf(id: unknown, { name, arguments: rawArguments, input }: Json): ToolCall {
  return { id: textOf(id), name: textOf(name), arguments: textOf(rawArguments) || JSON.stringify(input ?? {}) };
}

function resultOf(callId: unknown, output: unknown): ToolResult {
  return { callId: textOf(callId), name: "", output: textIn(output) };
}

/** Returns the texts of a content, without other parts. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = recordsOf(content).filter(({ type }) => type !== "tool_result" && type !== "thinking");
  return texts
    .map((part) => textOf(part.text))
    .filter(Boolean)
    .join("\n\n");
}

/** Returns an image sent within the request and stored completely. */
function pictureIn(part: Json): Attachment[] {
  const { image_url: imageUrl, source } = part;
  const base64 = recordOf(source);
  const url = isRecord(imageUrl) ? textOf(imageUrl.url) : textOf(imageUrl);
  const dataUrl = base64.type === "base64" ? `data:${textOf(base64.media_type)};base64,${textOf(base64.data)}` : url;
  const mediaType = /^data:(image\/[a-z.+-]{1,40});base64,[A-Za-z0-9+/=]+$/.exec(dataUrl)?.[1];
  if (!mediaType) return [];
  const sizeBytes = Math.floor(((dataUrl.length - dataUrl.indexOf(",")) * 3) / 4);
  return [{ id: newId(), name: "From the request", mediaType, dataUrl, sizeBytes }];
}
