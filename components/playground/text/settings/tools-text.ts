import type { Json } from "#components/playground/read-json.ts";
import { isRecord } from "#lib/is-record.ts";

/** One function tool, independent of the dialect. */
export type FunctionTool = { name: string; description?: string; parameters: Json };

export type ReadTools = { tools: readonly FunctionTool[]; problem?: string };

// The names that providers accept.
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The tool editor's example. */
export const exampleTools = `[
  {
    "name": "get_weather",
    "description": "The weather of a city now",
    "parameters": {
      "type": "object",
      "properties": { "city": { "type": "string" } },
      "required": ["city"]
    }
  }
]`;

/**
 * Reads the tool editor: a JSON list of functions, or a single one, in any dialect's format (`parameters`,
 * `input_schema`, or nested under `function`). An empty text means no tools.
 */
export function readTools(text: string): ReadTools {
  if (text.trim() === "") return { tools: [] };
  const parsed = parseJson(text);
  if ("problem" in parsed) return { tools: [], problem: parsed.problem };
  const list = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const tools: FunctionTool[] = [];
  for (const [index, entry] of list.entries()) {
    const tool = readTool(entry);
    if (typeof tool === "string") return { tools: [], problem: `Tool ${index + 1}: ${tool}` };
    if (tools.some(({ name }) => name === tool.name)) {
      return { tools: [], problem: `Tool ${index + 1}: the name ${tool.name} is already used.` };
    }
    tools.push(tool);
  }
  return { tools };
}

function readTool(entry: unknown): FunctionTool | string {
  if (!isRecord(entry)) return "must be an object with a name and parameters.";
  const tool = isRecord(entry.function) ? entry.function : entry;
  if (entry.type !== undefined && !["function", "custom"].includes(String(entry.type))) {
    return `only function tools are supported here, not ${String(entry.type)}.`;
  }
  const parameters = tool.parameters ?? tool.input_schema ?? { type: "object", properties: {} };
  if (typeof tool.name !== "string" || !NAME.test(tool.name)) {
    return "the name needs 1 to 64 letters, digits, _ or -.";
  }
  if (!isRecord(parameters)) return "parameters must be a JSON schema object.";
  if (tool.description !== undefined && typeof tool.description !== "string")
    return "the description must be a string.";
  return { name: tool.name, parameters, ...(tool.description !== undefined && { description: tool.description }) };
}

/** Parses JSON text, or returns a sentence on why it is invalid, with the line if the browser reports it. */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const line = at ? ` (line ${text.slice(0, Number(at)).split("\n").length})` : "";
    return { problem: `This is not valid JSON${line}.` };
  }
}
