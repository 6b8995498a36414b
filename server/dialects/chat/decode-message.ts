import type { LanguageModelV4ToolCallPart } from "@ai-sdk/provider";
import type { Body } from "../dialect.ts";
import { invalid, recordAt, recordsOf, stringAt, textOf } from "../read-field.ts";
import { proofOptions } from "../reasoning-proof.ts";
import { argumentsFor } from "../request/call-arguments.ts";
import { decodeContent, decodeInstructions } from "../request/content-parts.ts";
import { wrapInput } from "../request/flat-tools.ts";
import type { PromptBuilder } from "../request/prompt-builder.ts";
import type { Target } from "../target.ts";
import { signLastText } from "../text-signature.ts";
import { signatureOf } from "./call-signature.ts";
import { assistantContent } from "./decode-google-part.ts";
import { decodeReasoningDetails } from "./decode-reasoning.ts";

/** Adds a message to the builder. Throws HttpError 400 that names the field. */
export function decodeMessage(message: Body, path: string, builder: PromptBuilder, target: Target): void {
  const content = `${path}.content`;
  switch (message.role) {
    case "system":
    case "developer":
      builder.system(decodeInstructions(message.content, content, target), path);
      break;
    case "user":
      builder.user(decodeContent(message.content, content, target));
      break;
    case "assistant":
      builder.assistant(assistantParts(message, path, target), false);
      break;
    case "tool": {
      const id = stringAt(message.tool_call_id, `${path}.tool_call_id`);
      builder.toolResult(id, message.content, content, textOf(message.name));
      break;
    }
    default:
      throw invalid(`${path}.role`, "must be system, developer, user, assistant or tool");
  }
  noteLosses(message, path, target);
}

function noteLosses(message: Body, path: string, target: Target): void {
  const kept = message.role === "tool" ? ["name"] : [];
  for (const field of Object.keys(message)) {
    if (readFields.has(field) || kept.includes(field) || !isPresent(message[field])) continue;
    target.notes.add(`${path}.${field}: dropped`);
  }
}

/** Fields that are converted or noted elsewhere, and marks that clients keep for themselves. */
const readFields: ReadonlySet<string> = new Set([
  ...["role", "content", "refusal", "tool_calls", "tool_call_id", "google"],
  ...["reasoning", "reasoning_content", "reasoning_details", "id", "type", "status"],
]);

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function assistantParts(message: Body, path: string, target: Target) {
  const { parts, signatures, textSignature } = decodeReasoningDetails(message, path, target);
  const content = assistantContent(message.content, `${path}.content`, target);
  if (textSignature !== undefined && !signLastText(content, textSignature))
    target.notes.add(`${path}.reasoning_details: dropped (the signed text is missing)`);
  const refusal = textOf(message.refusal);
  const calls = recordsOf(message.tool_calls);
  return [
    ...parts,
    ...content,
    ...(refusal ? [{ type: "text" as const, text: refusal }] : []),
    ...calls.flatMap((call, index) => toolCall(call, `${path}.tool_calls[${index}]`, signatures, target)),
  ];
}

function toolCall(
  call: Body,
  path: string,
  signatures: Map<string, string>,
  target: Target,
): LanguageModelV4ToolCallPart[] {
  const toolCallId = stringAt(call.id, `${path}.id`);
  const signature = signatures.get(toolCallId) ?? ownSignature(call, path, target);
  return [
    {
      type: "tool-call",
      toolCallId,
      ...(call.type === "custom" ? customCall(call, path, target) : functionCall(call, path, target)),
      ...(signature && { providerOptions: proofOptions({ origin: "google", kind: "signature", value: signature }) }),
    },
  ];
}

function ownSignature(call: Body, path: string, target: Target): string | undefined {
  const signature = signatureOf(call);
  if (signature === undefined || target.family === "google") return signature;
  target.notes.add(`${path}.extra_content: another provider's signature is omitted`);
  return undefined;
}

type Called = Pick<LanguageModelV4ToolCallPart, "toolName" | "input">;

function functionCall(call: Body, path: string, target: Target): Called {
  const definition = recordAt(call.function, `${path}.function`);
  const place = `${path}.function.arguments`;
  return {
    toolName: stringAt(definition.name, `${path}.function.name`),
    input: argumentsFor(stringAt(definition.arguments, place) || "{}", place, target),
  };
}

/** Reads a custom tool call as a call of the function that replaces the tool. */
function customCall(call: Body, path: string, target: Target): Called {
  const definition = recordAt(call.custom, `${path}.custom`);
  const place = `${path}.custom.input`;
  return {
    toolName: stringAt(definition.name, `${path}.custom.name`),
    input: argumentsFor(wrapInput(stringAt(definition.input, place)), place, target),
  };
}
