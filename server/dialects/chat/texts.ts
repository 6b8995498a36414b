import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "../dialect.ts";
import { otherTexts } from "../other-texts.ts";
import { recordsOf } from "../read-field.ts";
import { toolTexts } from "../request/definition-texts.ts";
import { formatTexts } from "../request/format-texts.ts";
import { sideTexts } from "../request/side-texts.ts";
import { dataAt, jsonSlotsAt, leavesAt, slotAt } from "../text-slots.ts";

/** Finds every text of a /chat/completions body. Replacing a text changes the body in place. */
export function texts(body: Body): TextSlot[] {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return [
    ...messages.flatMap((message, index) => (isRecord(message) ? messageTexts(message, `messages[${index}]`) : [])),
    ...(isRecord(body.prediction) ? contentTexts(body.prediction, "prediction", "assistant") : []),
    ...toolTexts(body.tools, "tools"),
    ...toolTexts(body.functions, "functions"),
    ...formatTexts(body.response_format, "response_format"),
    ...sideTexts(body, ownFields),
  ];
}

const ownFields: ReadonlySet<string> = new Set(["messages", "prediction", "tools", "functions", "response_format"]);

function messageTexts(message: Body, path: string): TextSlot[] {
  const role = roleOf(message);
  return [
    ...contentTexts(message, path, role),
    ...slotAt(message, "refusal", `${path}.refusal`, role),
    ...slotAt(message, "reasoning", `${path}.reasoning`, role),
    ...slotAt(message, "reasoning_content", `${path}.reasoning_content`, role),
    ...detailTexts(message, path, role),
    ...callTexts(message, path, role),
    // Last, so that a value gets the same placeholder whether or not it is also a name.
    ...slotAt(message, "name", `${path}.name`, "definition"),
    ...leavesAt(message, "annotations", `${path}.annotations`, role, marks),
    ...otherTexts(message, path, role, ownOfMessage),
  ];
}

const ownOfMessage: ReadonlySet<string> = new Set([
  ...["content", "refusal", "reasoning", "reasoning_content", "reasoning_details"],
  ...["tool_calls", "function_call", "name"],
]);

/** Fields of an annotation that are not text. */
const marks: ReadonlySet<string> = new Set(["type", "id", "file_id", "container_id"]);

function contentTexts(holder: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  if (!Array.isArray(holder.content)) return slotAt(holder, "content", `${path}.content`, role);
  return holder.content.flatMap((part, index) => {
    const place = `${path}.content[${index}]`;
    if (typeof part === "string") return slotAt(holder.content as unknown[], index, place, role);
    if (!isRecord(part)) return [];
    return [
      ...slotAt(part, "text", `${place}.text`, role),
      ...slotAt(part, "refusal", `${place}.refusal`, role),
      ...thinkingTexts(part, `${place}.thinking`, role),
      ...fileName(part, place, role),
      ...googleTexts(part, place, role),
      ...otherTexts(part, place, role, ownOfPart),
    ];
  });
}

const ownOfPart: ReadonlySet<string> = new Set([
  ...["text", "refusal", "thinking", "file", "document_name", "google_part"],
]);

/** Returns the reasoning of a part, as Mistral has it: a text, or a list of parts. */
function thinkingTexts(part: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  return [
    ...slotAt(part, "thinking", path, role),
    ...recordsOf(part.thinking).flatMap((piece, index) => slotAt(piece, "text", `${path}[${index}].text`, role)),
  ];
}

/** Returns the texts of a part of Google's turns: code, its output, and what tools got and returned. */
function googleTexts({ type, google_part: part }: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  if (type !== "google_part" || !isRecord(part)) return [];
  const names = Object.keys(part).filter((name) => name !== "thoughtSignature");
  return names.flatMap((name) => dataAt(part, name, `${path}.${name}`, role));
}

function fileName(part: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  return [
    ...(isRecord(part.file) ? slotAt(part.file, "filename", `${path}.file.filename`, role) : []),
    ...slotAt(part, "document_name", `${path}.document_name`, role),
  ];
}

function detailTexts(message: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  return recordsOf(message.reasoning_details).flatMap((detail, index) => {
    const place = `${path}.reasoning_details[${index}]`;
    return [...slotAt(detail, "text", `${place}.text`, role), ...slotAt(detail, "summary", `${place}.summary`, role)];
  });
}

function callTexts(message: Body, path: string, role: TextSlot["role"]): TextSlot[] {
  const legacy = isRecord(message.function_call)
    ? jsonSlotsAt(message.function_call, "arguments", `${path}.function_call.arguments`, role)
    : [];
  const calls = recordsOf(message.tool_calls).flatMap((call, index) => oneCall(call, `${path}.tool_calls[${index}]`));
  return [...legacy, ...calls];

  function oneCall(call: Body, place: string): TextSlot[] {
    const { function: named, custom } = call;
    return [
      ...(isRecord(named) ? jsonSlotsAt(named, "arguments", `${place}.function.arguments`, role) : []),
      ...(isRecord(named) ? otherTexts(named, `${place}.function`, role, ownOfCall) : []),
      ...(isRecord(custom) ? slotAt(custom, "input", `${place}.custom.input`, role) : []),
      ...otherTexts(call, place, role, ownOfCall),
    ];
  }
}

const ownOfCall: ReadonlySet<string> = new Set(["function", "custom", "name", "arguments", "extra_content"]);

function roleOf({ role }: Body): TextSlot["role"] {
  if (role === "system" || role === "developer") return "system";
  if (role === "assistant") return "assistant";
  return role === "tool" || role === "function" ? "tool" : "user";
}
