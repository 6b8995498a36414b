import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { shortToolName, type ToolNames } from "#server/providers/requests/tool-names.ts";

/** The caller's names of tools by those that the upstream was sent in their place. */
export type SentNames = ReadonlyMap<string, string>;

/**
 * Changes the names of tools in a neutral request to such as its upstream takes, wherever they stand: in the tools, the
 * choice among them, and the calls and results of earlier turns. Undefined where all are taken.
 */
export function sendOwnToolNames(
  options: LanguageModelV4CallOptions,
  takes: ToolNames,
  notes: string[],
): SentNames | undefined {
  const sent = new Map<string, string>();
  const named = (name: string): string => {
    if (name === "" || takes.test(name)) return name;
    const short = shortToolName(name);
    sent.set(short, name);
    return short;
  };
  for (const tool of options.tools ?? []) if (tool.type === "function") tool.name = named(tool.name);
  const { toolChoice } = options;
  if (toolChoice?.type === "tool") options.toolChoice = { ...toolChoice, toolName: named(toolChoice.toolName) };
  renameIn(options.prompt, named);
  if (sent.size === 0) return undefined;
  notes.push("names of tools: changed to what the provider takes");
  return sent;
}

/** Calls and results of tools that the vendor itself ran bear its own names. */
function renameIn(prompt: LanguageModelV4Prompt, named: (name: string) => string): void {
  for (const message of prompt) {
    if (message.role !== "assistant" && message.role !== "tool") continue;
    for (const part of message.content) {
      const isCall = part.type === "tool-call" && !part.providerExecuted;
      const isResult = part.type === "tool-result" && message.role === "tool";
      if (isCall || isResult) part.toolName = named(part.toolName);
    }
  }
}

/** A part of the answer, in which a tool has the caller's name again. */
export function withCallersName(part: LanguageModelV4StreamPart, sent: SentNames | undefined) {
  if (!sent || (part.type !== "tool-input-start" && part.type !== "tool-call")) return part;
  const name = part.providerExecuted ? undefined : sent.get(part.toolName);
  return name === undefined ? part : { ...part, toolName: name };
}
