import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "../dialect.ts";
import { notText, otherTexts } from "../other-texts.ts";
import { recordsOf } from "../read-field.ts";
import { toolTexts } from "../request/definition-texts.ts";
import { formatTexts } from "../request/format-texts.ts";
import { sideTexts } from "../request/side-texts.ts";
import { jsonSlotsAt, leavesAt, slotAt } from "../text-slots.ts";

/** Returns every text of a /responses body. Replacing a text changes the body in place. */
export function texts(body: Body): TextSlot[] {
  return [
    ...slotAt(body, "instructions", "instructions", "system"),
    ...promptTexts(body.prompt),
    ...inputTexts(body),
    ...toolTexts(body.tools, "tools"),
    ...formatTexts(isRecord(body.text) ? body.text.format : undefined, "text.format"),
    ...sideTexts(body, ownFields),
  ];
}

const ownFields: ReadonlySet<string> = new Set(["instructions", "prompt", "input", "tools", "text"]);

function promptTexts(prompt: unknown): TextSlot[] {
  return isRecord(prompt) ? leavesAt(prompt, "variables", "prompt.variables", "user", notText) : [];
}

function inputTexts(body: Body): TextSlot[] {
  if (!Array.isArray(body.input)) return slotAt(body, "input", "input", "user");
  return body.input.flatMap((item, index) => (isRecord(item) ? itemTexts(item, `input[${index}]`) : []));
}

function itemTexts(item: Body, path: string): TextSlot[] {
  const type = typeof item.type === "string" ? item.type : "message";
  if (type === "message") return messageTexts(item, path);
  const role = type.endsWith("_output") ? "tool" : "assistant";
  return Object.keys(item).flatMap((key) => {
    if (notText.has(key) || key === "name") return [];
    const place = `${path}.${key}`;
    if (key === "arguments") return jsonSlotsAt(item, key, place, role);
    return leavesAt(item, key, place, role, key === "action" ? notInAction : notInRequest);
  });
}

function messageTexts(item: Body, path: string): TextSlot[] {
  const role = roleOf(item);
  const parts = Array.isArray(item.content) ? item.content : [];
  return [
    ...leavesAt(item, "content", `${path}.content`, role, notInRequest),
    ...parts.flatMap((part, index) =>
      recordsOf(isRecord(part) ? part.annotations : undefined).flatMap((annotation, at) =>
        slotAt(annotation, "url", `${path}.content[${index}].annotations[${at}].url`, role),
      ),
    ),
    ...otherTexts(item, path, role, new Set(["content"])),
  ];
}

function roleOf({ role }: Body): TextSlot["role"] {
  if (role === "system" || role === "developer") return "system";
  return role === "assistant" ? "assistant" : "user";
}

/** In requests, titles and file names in annotations are sent to the model again. */
const notInRequest: ReadonlySet<string> = new Set([...notText].filter((key) => key !== "annotations"));
/** The addresses of the pages that a search opened are sent to the model again too. */
const notInAction: ReadonlySet<string> = new Set([...notInRequest].filter((key) => key !== "url"));
