import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, recordAt, stringAt, textOf } from "#server/dialects/read-field.ts";
import { proofOptions } from "#server/dialects/reasoning-proof.ts";
import { argumentsFor } from "#server/dialects/request/call-arguments.ts";
import { type ContentPart, decodeContent, decodeInstructions } from "#server/dialects/request/content-parts.ts";
import { type FlatTool, flatNameIn, membersOf, TOOL_SEARCH, wrapInput } from "#server/dialects/request/flat-tools.ts";
import { isClientSearch } from "#server/dialects/request/loaded-tools.ts";
import type { PromptBuilder } from "#server/dialects/request/prompt-builder.ts";
import { serverFunction } from "#server/dialects/server-call.ts";
import type { Target } from "#server/dialects/target.ts";
import { decodeReasoningItem } from "./decode-reasoning.ts";

type Reader = {
  builder: PromptBuilder;
  target: Target;
  /** Tools that the target knows under another name or form. */
  tools: readonly FlatTool[];
  /** Google's signature of the next function call, which travels as a reasoning item without text. */
  signature?: string;
};

/** Reads `input` (a string or items) into the builder. Throws HttpError 400 that names the item. */
export function decodeInput(
  input: unknown,
  builder: PromptBuilder,
  target: Target,
  tools: readonly FlatTool[] = [],
): void {
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  if (!Array.isArray(items)) throw invalid("input", "must be a string or an array of items");
  const reader: Reader = { builder, target, tools };
  for (const [index, value] of items.entries()) {
    const path = `input[${index}]`;
    decodeItem(recordAt(value, path), path, reader);
  }
}

function decodeItem(item: Body, path: string, reader: Reader): void {
  switch (item.type ?? "message") {
    case "message":
      decodeMessage(item, path, reader);
      break;
    case "function_call":
      decodeCall(item, path, reader);
      break;
    case "custom_tool_call":
      decodeCustomCall(item, path, reader);
      break;
    case "mcp_call":
      decodeServerCall(item, path, reader);
      break;
    case "function_call_output":
    case "custom_tool_call_output":
      reader.builder.toolResult(stringAt(item.call_id, `${path}.call_id`), item.output, `${path}.output`);
      break;
    case "reasoning":
      decodeReasoning(item, path, reader);
      break;
    case "tool_search_call":
    case "tool_search_output":
      decodeSearch(item, path, reader);
      break;
    case "additional_tools":
      // They are read with the request's tools.
      break;
    case "item_reference":
      throw invalid(
        path,
        "must be the item itself, because responses are not stored (with `store: false`, clients send the items)",
      );
    default:
      reader.target.notes.add(`${path} (${String(item.type)}): dropped`);
  }
}

function decodeMessage(item: Body, path: string, { builder, target }: Reader): void {
  const place = `${path}.content`;
  switch (item.role) {
    case "system":
    case "developer":
      builder.system(decodeInstructions(item.content, place, target), path);
      break;
    case "user":
      builder.user(decodeContent(item.content, place, target));
      break;
    case "assistant":
      builder.assistant(decodeContent(item.content, place, target).map(withPhase(item, target)), true);
      break;
    default:
      throw invalid(`${path}.role`, "must be user, assistant, system or developer");
  }
  for (const [field, value] of Object.entries(item))
    if (!messageFields.has(field) && value !== null) target.notes.add(`${path}.${field}: dropped`);
}

/** Fields that are converted, and marks of earlier responses. */
const messageFields: ReadonlySet<string> = new Set(["type", "role", "content", "id", "status", "phase"]);

/** Adds OpenAI's mark that shows whether a message is an interim comment or the final answer. */
function withPhase(item: Body, target: Target) {
  const phase = target.family === "openai" ? textOf(item.phase) : undefined;
  return (part: ContentPart): ContentPart => (phase ? { ...part, providerOptions: { openai: { phase } } } : part);
}

function decodeCall(item: Body, path: string, reader: Reader): void {
  const text = stringAt(item.arguments, `${path}.arguments`) || "{}";
  addCall(item, path, argumentsFor(text, `${path}.arguments`, reader.target), reader);
}

/** Reads a call that the gateway ran in an earlier response as a call of a function, with its result. */
function decodeServerCall(item: Body, path: string, reader: Reader): void {
  const id = stringAt(item.id, `${path}.id`);
  const name = serverFunction(textOf(item.server_label), stringAt(item.name, `${path}.name`));
  const input = argumentsFor(textOf(item.arguments) || "{}", `${path}.arguments`, reader.target);
  reader.builder.assistant([{ type: "tool-call", toolCallId: id, toolName: name, input }], true);
  reader.builder.toolResult(id, textOf(item.output) ?? textOf(item.error) ?? "", `${path}.output`);
}

/** Reads a custom tool call as a call of the function that replaces the tool. */
function decodeCustomCall(item: Body, path: string, reader: Reader): void {
  const text = wrapInput(stringAt(item.input, `${path}.input`));
  addCall(item, path, argumentsFor(text, `${path}.input`, reader.target), reader);
}

/**
 * Reads the client's search for tools as a call of the function that replaces it, and its result as the names of the
 * tools. They are read with the request's tools. A search that OpenAI ran is dropped.
 */
function decodeSearch(item: Body, path: string, reader: Reader): void {
  if (!isClientSearch(item)) {
    reader.target.notes.add(`${path} (${String(item.type)}): dropped`);
  } else if (item.type === "tool_search_call") {
    const { arguments: given } = item;
    const input = isRecord(given) ? given : argumentsFor(textOf(given) || "{}", `${path}.arguments`, reader.target);
    addCall({ ...item, name: TOOL_SEARCH, namespace: undefined }, path, input, reader);
  } else {
    const tools = listAt(item.tools, `${path}.tools`).filter(isRecord);
    const names = tools.flatMap((tool) => namesOf(tool, reader.tools));
    reader.builder.toolResult(String(item.call_id), JSON.stringify({ tools: names }), `${path}.tools`);
  }
}

function namesOf(tool: Body, tools: readonly FlatTool[]): string[] {
  const [members, namespace] = tool.type === "namespace" ? [membersOf(tool), textOf(tool.name)] : [[tool]];
  return members.flatMap(({ name }) => (typeof name === "string" ? [flatNameIn(tools, name, namespace)] : []));
}

function addCall(item: Body, path: string, input: unknown, reader: Reader): void {
  const options = reader.signature && { providerOptions: { google: { thoughtSignature: reader.signature } } };
  reader.signature = undefined;
  reader.builder.assistant(
    [
      {
        type: "tool-call",
        toolCallId: stringAt(item.call_id, `${path}.call_id`),
        toolName: flatNameIn(reader.tools, stringAt(item.name, `${path}.name`), textOf(item.namespace)),
        input,
        ...options,
      },
    ],
    true,
  );
}

function decodeReasoning(item: Body, path: string, reader: Reader): void {
  listAt(item.summary ?? [], `${path}.summary`);
  const { texts, proof } = decodeReasoningItem(item, path, reader.target);
  if (proof?.kind === "text") {
    if (!reader.builder.signText(proof.value)) reader.target.notes.add(`${path}: dropped (its text is missing)`);
    return;
  }
  if (proof?.origin === "google" && texts.length === 0) {
    reader.signature = proof.value;
    return;
  }
  // A provider verifies its proof against the whole text it was issued for.
  const whole = proof?.origin === "openai" || texts.length === 0 ? texts : [texts.join("")];
  const parts = proof && whole.length === 0 ? [""] : whole;
  const options = proof && { providerOptions: proofOptions(proof) };
  if (parts.length === 0) return;
  reader.builder.assistant(
    parts.map((text) => ({ type: "reasoning", text, ...options })),
    true,
  );
}
