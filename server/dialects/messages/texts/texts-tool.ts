import type { JSONObject } from "@ai-sdk/provider";
import type { TextSlot } from "#server/dialects/dialect.ts";
import { formal, schemaTexts } from "#server/dialects/request/definition-texts.ts";
import { leavesAt } from "#server/dialects/text-slots.ts";
import { isObject } from "../shape.ts";
import { leafSlots, slot } from "./texts-slot.ts";

/** Returns descriptions and examples of the tools in a body. */
export function toolTexts(tools: unknown, path: string): TextSlot[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown, index) => (isObject(tool) ? definitionTexts(tool, `${path}[${index}]`) : []));
}

export function definitionTexts(tool: JSONObject, path: string): TextSlot[] {
  return [
    ...slot(tool, "description", `${path}.description`, "definition"),
    ...schemaTexts(tool, "input_schema", `${path}.input_schema`),
    ...leafSlots(tool, "input_examples", `${path}.input_examples`, "definition"),
    ...leavesAt(tool, "user_location", `${path}.user_location`, "definition", formal),
  ];
}
