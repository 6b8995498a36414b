import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";
import type { PrepareChat } from "./converted-body.ts";

/** Returns whether a `tool_choice` requires a call, of any tool or of one. */
export function forcesTool(choice: unknown): boolean {
  const { type, mode, allowed_tools: allowed } = block(choice);
  if (type === "allowed_tools") return (block(allowed).mode ?? mode) === "required";
  return choice === "required" || choice === "any" || type === "function";
}

/**
 * Returns what prepares bodies for models (upstream names) whose provider rejects a forced tool, even if they do not
 * think: the choice is left to the model, among the tools that the caller allows.
 */
export function choosingTools(models: RegExp): PrepareChat {
  return (body, note) => {
    if (!models.test(String(body.model)) || !forcesTool(body.tool_choice)) return body;
    note("tool_choice", "dropped (the provider lets the model choose)");
    return onlyChosenTool({ ...body, tool_choice: "auto" }, body.tool_choice);
  };
}

/** Returns what prepares bodies for models that take `required`, but not the name of a tool. */
export function requiringOnlyTool(models: RegExp): PrepareChat {
  return (body: Block, note: FieldNote) => {
    const isNamed = block(body.tool_choice).type === "function";
    if (!models.test(String(body.model)) || !isNamed) return body;
    note("tool_choice", "sent as required, with this tool alone");
    return onlyChosenTool({ ...body, tool_choice: "required" }, body.tool_choice);
  };
}

function onlyChosenTool(body: Block, choice: unknown): Block {
  const { name } = block(block(choice).function);
  const chosen = list(body.tools).filter((tool) => block(block(tool).function).name === name);
  return name === undefined || chosen.length === 0 ? body : { ...body, tools: chosen };
}
