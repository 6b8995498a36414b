import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { shortToolName, type ToolNames } from "#server/providers/requests/tool-names.ts";

/** Maps the tool names sent upstream to the caller's names. */
export type SentNames = ReadonlyMap<string, string>;

/**
 * Replaces tool names in a neutral request that its upstream rejects: in tools, tool choice, and the calls and results
 * of earlier turns. Returns undefined if all names are accepted.
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
  notes.push("names of tools: changed to a form that the provider accepts");
  return sent;
}

/** Calls and results of the provider's server tools keep the provider's names. */
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

/** Returns a response part with the caller's tool name. */
export function withCallersName(part: LanguageModelV4StreamPart, sent: SentNames | undefined) {
  if (sent && part.type === "custom" && part.kind === "google.candidate") return withCallersNames(part, sent);
  if (!sent || (part.type !== "tool-input-start" && part.type !== "tool-call")) return part;
  const name = part.providerExecuted ? undefined : sent.get(part.toolName);
  return name === undefined ? part : { ...part, toolName: name };
}

type Custom = Extract<LanguageModelV4StreamPart, { type: "custom" }>;

/** The same for a further candidate of Google, whose parts are Google's. */
function withCallersNames(part: Custom, sent: SentNames): Custom {
  const { google } = part.providerMetadata ?? {};
  const parts = recordsOf(google?.parts).map(({ functionCall, ...others }) => {
    if (!isRecord(functionCall)) return others;
    return {
      ...others,
      functionCall: { ...functionCall, name: sent.get(String(functionCall.name)) ?? functionCall.name },
    };
  });
  return { ...part, providerMetadata: { google: { ...google, parts: parts as JSONObject[] } } };
}
