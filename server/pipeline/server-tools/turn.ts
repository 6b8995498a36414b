import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import type { ServerTool, ToolOutcome } from "./server-tool.ts";

type Part = LanguageModelV4StreamPart;
type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** The model's call of a server tool. `input`: undefined if the arguments are not a JSON object. */
export type ServerCall = {
  id: string;
  tool: ServerTool;
  input: Body | undefined;
  /** It needs an approval that the caller's dialect does not support, so it does not run. */
  isHeld?: boolean;
};

/** Returns the id of a request to approve a call; absent in a dialect without such requests. */
export type AskFor = (tool: ServerTool, input: string) => string;

/** One response of the model within a loop. */
export type Turn = {
  /**
   * Returns the part for the caller, in which calls of server tools are marked as run by the gateway. Returns undefined
   * for the pieces of a request that waits for approval.
   */
  take(part: Part): Part | undefined;
  calls: readonly ServerCall[];
  /** The model also called a function of the caller, or a tool that the caller must approve. */
  waitsForCaller(): boolean;
  /** Returns the messages that continue the conversation with the results of these requests. */
  messages(outcomes: readonly ToolOutcome[]): LanguageModelV4Message[];
};

/**
 * Starts a turn. `step`: its number, from 1. `known`: the ids of calls of earlier turns; some providers number the
 * requests of each response again.
 */
export function newTurn(
  tools: readonly ServerTool[],
  step: number,
  known: Set<string>,
  askFor: AskFor | undefined,
): Turn {
  const calls: ServerCall[] = [];
  const content: AssistantPart[] = [];
  const texts = new Map<string, AssistantPart & { text: string }>();
  const ids = new Map<string, string>();
  const asked = new Set<string>();
  let waits = false;
  const toolOf = (name: string) => tools.find(({ functionName }) => functionName === name);

  function callId(id: string): string {
    const given = ids.get(id) ?? (known.has(id) ? `${id}_${step}` : id);
    ids.set(id, given);
    known.add(given);
    return given;
  }

  function open(part: Extract<Part, { type: "text-start" | "reasoning-start" }>): void {
    const type = part.type === "text-start" ? "text" : "reasoning";
    const made = { type, text: "", ...optionsOf(part.providerMetadata) } as AssistantPart & { text: string };
    texts.set(part.id, made);
    content.push(made);
  }

  function call(part: LanguageModelV4ToolCall): Part {
    const tool = part.providerExecuted ? undefined : toolOf(part.toolName);
    const value = parseJson(part.input || "{}");
    const input = isRecord(value) ? value : undefined;
    const id = part.providerExecuted ? part.toolCallId : callId(part.toolCallId);
    if (!part.providerExecuted) {
      const options = optionsOf(part.providerMetadata);
      content.push({ type: "tool-call", toolCallId: id, toolName: part.toolName, input: input ?? {}, ...options });
    }
    if (!tool) {
      waits ||= !part.providerExecuted;
      return { ...part, toolCallId: id };
    }
    if (tool.asks && askFor) {
      waits = true;
      return shownRequest(askFor(tool, part.input || "{}"), id, tool, part.input || "{}");
    }
    calls.push({ id, tool, input, ...(tool.asks && { isHeld: true }) });
    return { ...shownCall(part, tool), toolCallId: id };
  }

  return {
    calls,
    waitsForCaller: () => waits,
    take(part) {
      switch (part.type) {
        case "text-start":
        case "reasoning-start":
          open(part);
          return { ...part, id: ofStep(part.id, step) };
        case "text-delta":
        case "reasoning-delta":
        case "text-end":
        case "reasoning-end":
          grow(texts.get(part.id), part);
          return { ...part, id: ofStep(part.id, step) };
        case "tool-input-start": {
          const tool = part.providerExecuted ? undefined : toolOf(part.toolName);
          const id = part.providerExecuted ? part.id : callId(part.id);
          if (tool?.asks && askFor) {
            asked.add(part.id);
            return undefined;
          }
          return tool ? { ...shownCall(part, tool), id } : { ...part, id };
        }
        case "tool-input-delta":
        case "tool-input-end":
          if (asked.has(part.id)) return undefined;
          return { ...part, id: ids.get(part.id) ?? part.id };
        case "tool-call":
          return call(part);
        default:
          return part;
      }
    },
    messages: (outcomes) => [
      { role: "assistant", content: content.filter((part) => part.type !== "text" || part.text !== "") },
      { role: "tool", content: calls.map((one, index) => resultPart(one, outcomes[index] as ToolOutcome)) },
    ],
  };
}

/** The ids of texts are only unique within one upstream response. */
function ofStep(id: string, step: number): string {
  return step === 1 ? id : `${step}:${id}`;
}

type Grown = Extract<Part, { type: "text-delta" | "reasoning-delta" | "text-end" | "reasoning-end" }>;

function grow(text: (AssistantPart & { text: string }) | undefined, part: Grown): void {
  if (!text) return;
  if ("delta" in part) text.text += part.delta;
  // A signature comes last, with a piece or with the end.
  if (part.providerMetadata) {
    const before = (text as { providerOptions?: SharedV4ProviderMetadata }).providerOptions;
    Object.assign(text, { providerOptions: { ...before, ...part.providerMetadata } });
  }
}

function optionsOf(metadata: SharedV4ProviderMetadata | undefined) {
  return metadata ? { providerOptions: metadata } : {};
}

/** Returns the call with the tool's own name and its server, which the dialects show. */
function shownCall<Call extends { toolName: string; providerMetadata?: SharedV4ProviderMetadata }>(
  part: Call,
  { name, server }: ServerTool,
): Call {
  return {
    ...part,
    toolName: name,
    providerExecuted: true,
    providerMetadata: { ...part.providerMetadata, switchboard: { server } },
  };
}

/** Returns the request to approve a call, with the call that the dialect shows. */
function shownRequest(approvalId: string, toolCallId: string, { name, server }: ServerTool, input: string): Part {
  return {
    type: "tool-approval-request",
    approvalId,
    toolCallId,
    providerMetadata: { switchboard: { server, name, input } },
  };
}

/** Returns the result as the caller gets it. */
export function resultForCaller({ id, tool }: ServerCall, { text, isError }: ToolOutcome): Part {
  return {
    type: "tool-result",
    toolCallId: id,
    toolName: tool.name,
    result: text,
    isError,
    providerMetadata: { switchboard: { server: tool.server } },
  };
}

/** Returns the parts that a result adds to the response: files, and the quoted pages as sources. */
export function addedParts(callId: string, { sources = [], files = [] }: ToolOutcome): Part[] {
  return [
    ...sources.map(({ title, url }, index): Part => {
      return { type: "source", sourceType: "url", id: `${callId}:${index}`, url, title };
    }),
    ...files.map(({ mediaType, bytes }): Part => ({ type: "file", mediaType, data: { type: "data", data: bytes } })),
  ];
}

function resultPart({ id, tool }: ServerCall, { text, isError }: ToolOutcome): LanguageModelV4ToolResultPart {
  const output = isError ? ({ type: "error-text", value: text } as const) : ({ type: "text", value: text } as const);
  return { type: "tool-result", toolCallId: id, toolName: tool.functionName, output };
}
