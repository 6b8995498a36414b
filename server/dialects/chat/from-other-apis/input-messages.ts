import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../../dialect.ts";
import { invalid, listAt, omitUndefined, recordAt, recordsOf } from "../../read-field.ts";

/**
 * Returns the chat messages for the input of the Responses API: the items of one turn of the model become one message.
 * Throws HttpError 400 that names an item which chat cannot have.
 */
export function messagesOfInput(input: unknown): Body[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  const messages: Body[] = [];
  for (const [index, value] of listAt(input, "input").entries()) {
    const path = `input[${index}]`;
    addItem(messages, recordAt(value, path), path);
  }
  if (messages.length === 0) throw invalid("input", "must contain at least one item");
  return messages;
}

function addItem(messages: Body[], item: Body, path: string): void {
  const { call_id: id, name } = item;
  switch (item.type ?? "message") {
    case "message":
      addMessage(messages, item);
      break;
    case "reasoning":
      addToTurn(messages, { reasoning_details: detailsOf(item) });
      break;
    case "function_call":
      addToTurn(messages, { tool_calls: [{ id, type: "function", function: { name, arguments: item.arguments } }] });
      break;
    case "custom_tool_call":
      addToTurn(messages, { tool_calls: [{ id, type: "custom", custom: { name, input: item.input } }] });
      break;
    case "function_call_output":
    case "custom_tool_call_output":
      messages.push({ role: "tool", tool_call_id: id, content: contentOf(item.output) });
      break;
    default:
      throw invalid(
        path,
        `must be a message, reasoning, a call or its output, since ${String(item.type)} needs /responses`,
      );
  }
}

function addMessage(messages: Body[], { type: _, id: __, status: ___, phase: ____, ...message }: Body): void {
  const content = contentOf(message.content);
  if (message.role === "assistant") addToTurn(messages, { ...message, content });
  else messages.push({ ...message, content });
}

/** Adds to the model's message at the end, or starts one. A second text starts another. */
function addToTurn(messages: Body[], added: Body): void {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || (added.content !== undefined && (last.content !== null || last.tool_calls))) {
    messages.push({ role: "assistant", content: null, ...added });
    return;
  }
  const joined = (name: string) => [...recordsOf(last[name]), ...recordsOf(added[name])];
  const lists = ["tool_calls", "reasoning_details"].filter((name) => added[name] !== undefined);
  Object.assign(last, added, Object.fromEntries(lists.map((name) => [name, joined(name)])));
}

/** Returns a reasoning item in chat's form: its texts, and what only its provider can read. */
function detailsOf({ id, content, summary, encrypted_content: data }: Body): Body[] {
  const format = "openai-responses-v1";
  const texts = [...recordsOf(content), ...recordsOf(summary)].map(({ text }) => text);
  const details: Body[] = texts.map((text) => ({ type: "reasoning.summary", summary: text, id, format }));
  return typeof data === "string" ? [...details, { type: "reasoning.encrypted", data, id, format }] : details;
}

function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((part) => (isRecord(part) ? partOf(part) : part));
}

function partOf(part: Body): Body {
  const { type, text, image_url: url, detail, ...others } = part;
  if (type === "input_text" || type === "output_text") return { type: "text", text };
  if (type === "input_image" && typeof url === "string") {
    return { type: "image_url", image_url: omitUndefined({ url, detail: detail ?? undefined }) };
  }
  return type === "input_file" ? { type: "file", file: others } : part;
}
