import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import type { Rule } from "#tests/support/upstream/rule.ts";
import type { AnswerCall } from "#tests/support/upstream/text/answer.ts";
import { checkTranscript, type IssuedStep, type Losses } from "./check-transcript.ts";
import { formatOf, readTranscript } from "./transcript/read-transcript.ts";
import { type Format, flatName, type Part, type Transcript, textOf } from "./transcript/transcript.ts";

/** A call as the agent's own tools want it, and part of the result that it must send. */
export type PlannedCall = Pick<AnswerCall, "name" | "namespace" | "isCustom"> & { input: unknown; expects: string };

export type PlannedStep = { text: string; calls: PlannedCall[] };

/** A request of the conversation, as the upstream received it. */
export type PlayedRequest = {
  /** How many steps were answered before. */
  step: number;
  format: Format;
  request: RecordedRequest;
  transcript: Transcript;
  problems: string[];
};

export type Play = {
  rule: Rule;
  requests: PlayedRequest[];
  /** The steps that were issued, in their order. */
  issued: IssuedStep[];
};

/** How the agent's own requests differ. */
export type PlayOptions = Losses & { renamesCalls?: boolean };

/**
 * Plays an upstream that lets an agent run through steps: each request gets the calls of the first step whose results it
 * does not have yet. `marker` is a word in the task, which tells the conversation from an agent's other requests.
 */
export function createPlay(steps: readonly PlannedStep[], marker: string, options: PlayOptions): Play {
  const requests: PlayedRequest[] = [];
  const issued: IssuedStep[] = [];
  const rule: Rule = {
    match(request) {
      const format = formatOf(request);
      return format !== undefined && isOfTask(readTranscript(format, request.body), steps, marker);
    },
    answer: (request, standard) => {
      const format = formatOf(request) as Format;
      const transcript = readTranscript(format, request.body);
      const named = options.renamesCalls ? withIssuedIds(transcript, issued) : transcript;
      const step = answeredSteps(named, issued);
      const planned = steps[step] ?? { text: "Nothing is left to do.", calls: [] };
      const problems = checkTranscript(named, issued.slice(0, step), options);
      requests.push({ step, format, request, transcript, problems });
      const thinking = standard.thinking && `Thinking about step ${step + 1} of ${marker}.`;
      const calls = planned.calls.map((call, at) => answerCall(call, format, request, `${marker}${step + 1}${at + 1}`));
      issued[step] ??= issuedStep(planned, calls, proofOf(format, thinking, calls, request));
      return { thinking, text: planned.text, toolCalls: calls, finish: calls.length > 0 ? "tool" : "stop" };
    },
  };
  return { rule, requests, issued };
}

/**
 * Returns whether a request is part of the task: it names the task, offers the tools for it and does not follow its last
 * text. Agents also ask for titles and summaries.
 */
export function isOfTask(transcript: Transcript, steps: readonly PlannedStep[], marker: string): boolean {
  const { name, namespace } = steps[0]?.calls[0] ?? { name: "" };
  if (!transcript.tools.includes(flatName(name, namespace))) return false;
  return textOf(transcript, "user").includes(marker) && !textOf(transcript, "assistant").includes(lastText(steps));
}

function lastText(steps: readonly PlannedStep[]): string {
  return steps.at(-1)?.text ?? "";
}

/** Returns the transcript with the ids that were issued in the place of the agent's own, in order. */
function withIssuedIds({ turns, ...rest }: Transcript, issued: readonly IssuedStep[]): Transcript {
  const ids = issued.flatMap(({ calls }) => calls.map(({ id }) => id));
  const own = turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" ? [part.id] : [])));
  const named = new Map(own.map((id, at) => [id, ids[at] ?? id]));
  const rename = (part: Part): Part => ("id" in part ? { ...part, id: named.get(part.id) ?? part.id } : part);
  return { ...rest, turns: turns.map(({ role, parts }) => ({ role, parts: parts.map(rename) })) };
}

function answeredSteps({ turns }: Transcript, issued: readonly IssuedStep[]): number {
  const parts = turns.flatMap((turn) => turn.parts);
  const answered = new Set(parts.flatMap((part) => (part.type === "result" ? [part.id] : [])));
  return issued.findLastIndex(({ calls }) => calls.some(({ id }) => answered.has(id))) + 1;
}

/** Upstreams without namespaces and custom tools get functions in their place. */
function answerCall(
  { name, namespace, isCustom, input }: PlannedCall,
  format: Format,
  request: RecordedRequest,
  unique: string,
): AnswerCall {
  const id = idOf(format, unique);
  const isText = isCustom && hasCustomTools(request);
  const given = isCustom && !isText ? { input } : input;
  if (format !== "responses")
    return { id, name: flatName(name, namespace), arguments: given, ...(isText && { isCustom }) };
  return { id, name, arguments: given, ...(namespace && { namespace }), ...(isText && { isCustom }) };
}

function hasCustomTools({ body }: RecordedRequest): boolean {
  const { tools = [] } = body as { tools?: { type?: string }[] };
  return tools.some(({ type }) => type === "custom");
}

function idOf(format: Format, unique: string): string {
  if (format === "messages") return `toolu_01${unique.padStart(22, "0")}`;
  return format === "gemini" ? unique : `call_${unique.padStart(24, "0")}`;
}

function issuedStep({ text, calls }: PlannedStep, sent: readonly AnswerCall[], proof: string | undefined): IssuedStep {
  const named = sent.map(({ id = "", name, namespace, arguments: input, isCustom }, at) => ({
    id,
    name: flatName(name, namespace),
    input: isCustom ? { input } : input,
    expects: calls[at]?.expects ?? "",
  }));
  return { text, calls: named, proof };
}

/** Returns what the fake upstream's formats give as the proof of a thought. */
function proofOf(
  format: Format,
  thinking: string,
  calls: readonly AnswerCall[],
  { body }: RecordedRequest,
): string | undefined {
  const signed = thinking || (format === "gemini" ? calls[0]?.name : undefined);
  if (!signed) return undefined;
  if (format === "messages") return `Eq${Buffer.from(signed).toString("base64")}`;
  if (format === "gemini") return Buffer.from(`signed ${signed}`).toString("base64");
  const { include } = body as { include?: string[] };
  if (format === "chat" || !include?.includes("reasoning.encrypted_content")) return undefined;
  return `gAAAAA${Buffer.from(signed).toString("base64url")}`;
}
