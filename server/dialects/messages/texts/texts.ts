import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { otherTexts } from "#server/dialects/other-texts.ts";
import { formatTexts } from "#server/dialects/request/format-texts.ts";
import { sideTexts } from "#server/dialects/request/side-texts.ts";
import { isObject } from "../shape.ts";
import { contentTexts } from "./texts-block.ts";
import { leafSlots } from "./texts-slot.ts";
import { toolTexts } from "./texts-tool.ts";

const OWN_KEYS: ReadonlySet<string> = new Set(["content"]);

/** Returns every text of a body that a model may read. Ignores invalid structures, which `decode` reports. */
export function texts(body: Body): TextSlot[] {
  return [
    ...contentTexts(body, "system", "system", "system"),
    ...messageTexts(body.messages),
    ...toolTexts(body.tools, "tools"),
    ...formatTexts(isObject(body.output_config) ? body.output_config.format : undefined, "output_config.format"),
    ...formatTexts(body.output_format, "output_format"),
    ...instructionTexts(body.context_management),
    ...sideTexts(body, ownFields),
  ];
}

const ownFields: ReadonlySet<string> = new Set([
  ...["system", "messages", "tools", "output_config", "output_format", "context_management"],
]);

function messageTexts(messages: unknown): TextSlot[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: unknown, index) => {
    if (!isObject(message)) return [];
    const role = roleOf(message.role);
    return [
      ...contentTexts(message, "content", `messages[${index}].content`, role),
      ...otherTexts(message, `messages[${index}]`, role, OWN_KEYS),
    ];
  });
}

function roleOf(role: unknown): TextSlot["role"] {
  return role === "assistant" || role === "system" ? role : "user";
}

/** Returns the summary instructions of context edits. */
function instructionTexts(management: unknown): TextSlot[] {
  if (!isObject(management) || !Array.isArray(management.edits)) return [];
  return management.edits.flatMap((edit: unknown, index) => {
    if (!isObject(edit)) return [];
    return leafSlots(edit, "instructions", `context_management.edits[${index}].instructions`, "system");
  });
}
