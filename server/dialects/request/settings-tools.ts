import { isRecord } from "#lib/is-record.ts";
import type { Body, ConversationId } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";

type DialectId = ConversationId;

/** Returns a dialect's tools in chat's form; from the messages dialect only functions are portable. */
export function toolsFrom(dialect: DialectId, tools: unknown): readonly Body[] | undefined {
  const list = recordsOf(tools);
  if (list.length === 0) return undefined;
  if (dialect === "chat") return list;
  if (dialect === "responses") return list.map((tool) => (tool.type === "function" ? nestTool(tool) : tool));
  const functions = list.filter(({ input_schema }) => isRecord(input_schema));
  return functions.map(({ name, description, input_schema }) =>
    nestTool({ name, description, parameters: input_schema }),
  );
}

/** Returns a preset's tools in a dialect's own form. */
export function toolsTo(dialect: DialectId, tools: unknown): readonly Body[] | undefined {
  const list = recordsOf(tools);
  if (list.length === 0) return undefined;
  if (dialect === "chat") return list;
  if (dialect === "responses") return list.map((tool) => (isRecord(tool.function) ? flattenTool(tool.function) : tool));
  const functions = list.flatMap((tool) => (isRecord(tool.function) ? [tool.function] : []));
  if (functions.length === 0) return undefined;
  return functions.map(({ name, description, parameters }) => ({
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters ?? { type: "object", properties: {} },
  }));
}

/** Returns the tool choice in chat's form. */
export function choiceFrom(dialect: DialectId, choice: unknown): unknown {
  if (dialect === "chat" || !isRecord(choice)) return choice;
  if (choice.type === "any") return "required";
  if (choice.type === "tool" || choice.type === "function")
    return { type: "function", function: { name: choice.name } };
  return dialect === "messages" ? choice.type : choice;
}

/** Returns the tool choice in a dialect's own form. */
export function choiceTo(dialect: DialectId, choice: unknown): unknown {
  if (dialect === "chat" || choice === undefined) return choice;
  const name = isRecord(choice) && isRecord(choice.function) ? choice.function.name : undefined;
  if (dialect === "responses") return name === undefined ? choice : { type: "function", name };
  if (name !== undefined) return { type: "tool", name };
  return { type: choice === "required" ? "any" : choice };
}

function nestTool({ type: _, ...tool }: Body): Body {
  return { type: "function", function: tool };
}

function flattenTool(tool: Body): Body {
  return { type: "function", ...tool };
}
