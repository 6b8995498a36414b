import { isDeepStrictEqual } from "node:util";
import { type Part, type Transcript, textOf } from "./transcript/transcript.ts";

/** One response of the scripted upstream, as it must come back in every later request. */
export type IssuedStep = {
  text: string;
  /** `name` is flat; `expects` is part of the result that the agent must send. */
  calls: { id: string; name: string; input: unknown; expects: string }[];
  /** The signature or encrypted content of its reasoning; undefined if it had none. */
  proof: string | undefined;
};

/** What an agent does not send back. */
export type Losses = {
  isUnsigned?: boolean;
  isPartlySigned?: boolean;
  losesTexts?: boolean;
  losesReasoning?: boolean;
};

type Assistant = Extract<Part, { type: "call" | "thinking" | "text" }>;
type Result = Extract<Part, { type: "result" }>;

/**
 * Compares a conversation with what was issued in it, and returns every deviation. `isUnsigned`: the agent does not
 * send Google's signatures back, so the placeholder must be in their place. `isPartlySigned`: only some of them.
 * `losesTexts`: nor the texts that come with requests. `losesReasoning`: nor any reasoning.
 */
export function checkTranscript(
  transcript: Transcript,
  steps: readonly IssuedStep[],
  { isUnsigned = false, isPartlySigned = false, losesTexts = false, losesReasoning = false }: Losses = {},
): string[] {
  const problems = [...pairing(transcript), ...calls(transcript, steps), ...results(transcript, steps)];
  const isReplaced = isUnsigned || isPartlySigned;
  if (!losesReasoning)
    problems.push(...(isReplaced ? placeholders(transcript, steps, isPartlySigned) : proofs(transcript, steps)));
  // A client may send each chunk of a stream as a part of its own, the last one with a signature.
  const said = assistantParts(transcript)
    .map((part) => (part.type === "text" ? part.text : part.type === "thinking" ? "" : "\n"))
    .join("");
  for (const { text } of losesTexts ? [] : steps)
    if (!said.includes(text)) problems.push(`the response's text is missing: ${text}`);
  if (textOf(transcript, "system").trim() === "") problems.push("no system prompt");
  if (transcript.cacheMarks > 4) problems.push(`${transcript.cacheMarks} cache marks, at most 4 are allowed`);
  return problems;
}

/** Each request has one result, in the next turn and before anything else in it. */
function pairing({ turns }: Transcript): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [index, { role, parts }] of turns.entries()) {
    const ids = parts.flatMap((part) => (part.type === "call" ? [part.id] : []));
    for (const id of ids) if (seen.has(id)) problems.push(`the call ${id} is there twice`);
    for (const id of ids) seen.add(id);
    if (role === "assistant") problems.push(...answersTo(ids, turns[index + 1]?.parts ?? []));
    if (role === "user") problems.push(...orphans(parts, turns[index - 1]?.parts ?? []));
  }
  return problems;
}

function answersTo(ids: readonly string[], next: readonly Part[]): string[] {
  const found = next.filter((part) => part.type === "result").map(({ id }) => id);
  const missing = ids.filter((id) => !found.includes(id)).map((id) => `the call ${id} has no result in the next turn`);
  const twice = found.filter((id, at) => found.indexOf(id) !== at).map((id) => `the call ${id} has two results`);
  return [...missing, ...twice];
}

function orphans(parts: readonly Part[], before: readonly Part[]): string[] {
  const called = before.flatMap((part) => (part.type === "call" ? [part.id] : []));
  const found = parts.filter((part) => part.type === "result");
  const problems = found.filter(({ id }) => !called.includes(id)).map(({ id }) => `the result ${id} follows no call`);
  const last = parts.findLastIndex((part) => part.type === "result");
  if (parts.slice(0, Math.max(last, 0)).some((part) => part.type === "text"))
    problems.push("a text comes before a tool result");
  return problems;
}

/** The requests are those that were issued: order, ids, names and arguments. */
function calls(transcript: Transcript, steps: readonly IssuedStep[]): string[] {
  const found = assistantParts(transcript).filter((part) => part.type === "call");
  const issued = steps.flatMap((step) => step.calls);
  const problems: string[] = [];
  if (found.length !== issued.length) problems.push(`${found.length} calls, ${issued.length} were issued`);
  for (const [at, call] of issued.entries()) {
    const sent = found[at];
    if (!sent) break;
    if (sent.id !== call.id) problems.push(`a call has the id ${sent.id}, issued was ${call.id}`);
    if (sent.name !== call.name) problems.push(`a call has the name ${sent.name}, issued was ${call.name}`);
    if (!isDeepStrictEqual(sent.input, call.input))
      problems.push(`the arguments of ${call.name} are ${showValue(sent.input)}, issued were ${showValue(call.input)}`);
  }
  return problems;
}

function results(transcript: Transcript, steps: readonly IssuedStep[]): string[] {
  const parts = transcript.turns.flatMap((turn) => turn.parts);
  const byId = new Map(parts.filter((part): part is Result => part.type === "result").map((part) => [part.id, part]));
  return steps.flatMap((step) =>
    step.calls.flatMap(({ id, name, expects }) => {
      const text = byId.get(id)?.text;
      if (text === undefined || text.includes(expects)) return [];
      return [`the result of ${name} does not contain ${showValue(expects)}: ${showValue(text)}`];
    }),
  );
}

/** Each proof comes back once, unchanged, after the calls of the step before it and before those of its own. */
function proofs(transcript: Transcript, steps: readonly IssuedStep[]): string[] {
  const parts = assistantParts(transcript);
  const problems: string[] = [];
  const known = new Set(steps.map(({ proof }) => proof));
  for (const part of parts)
    if (part.type === "thinking" && part.proof !== undefined && !known.has(part.proof) && !isLangChains(part.proof))
      problems.push(`a signature that was not issued: ${showValue(part.proof)}`);
  for (const [index, step] of steps.entries()) {
    if (step.proof === undefined) continue;
    const places = parts.flatMap((part, at) => (part.type === "thinking" && part.proof === step.proof ? [at] : []));
    const own = parts.findIndex((part) => part.type === "call" && part.id === step.calls[0]?.id);
    const before = parts.findIndex((part) => part.type === "call" && part.id === steps[index - 1]?.calls.at(-1)?.id);
    if (places.length === 0) problems.push(`the signature of step ${index + 1} is missing`);
    else if (!places.some((at) => at > before && (own === -1 || at < own)))
      problems.push(`the signature of step ${index + 1} is in the wrong place`);
  }
  return problems;
}

/** What LangChain sends with calls that came without a signature. */
function isLangChains(proof: string): boolean {
  return proof.startsWith("ErYCCrMCAdHtim9kOoOk");
}

/** The first call of a step has what Google documents for a call without its signature. `orProof`: or its own. */
function placeholders(transcript: Transcript, steps: readonly IssuedStep[], orProof: boolean): string[] {
  const parts = assistantParts(transcript);
  return steps.flatMap(({ calls: [first], proof }, index) => {
    if (!first || proof === undefined) return [];
    const before = parts[parts.findIndex((part) => part.type === "call" && part.id === first.id) - 1];
    const given = before?.type === "thinking" ? before.proof : undefined;
    const isThere = given === PLACEHOLDER || (orProof && given === proof);
    return isThere ? [] : [`the signature of step ${index + 1} has no placeholder`];
  });
}

const PLACEHOLDER = "skip_thought_signature_validator";

function assistantParts({ turns }: Transcript): Assistant[] {
  return turns.filter(({ role }) => role === "assistant").flatMap(({ parts }) => parts as Assistant[]);
}

function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
