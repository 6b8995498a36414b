import { estimateTokenCount } from "tokenx";
import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { promptTokens } from "../budget/prompt-size.ts";
import { modelsOf } from "../enter-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { jsonCopy } from "../streaming/json-copy.ts";
import type { PluginNote } from "./plugin-note.ts";

/** Kept for the response if the request sets no limit. */
const USUAL_OUTPUT = 4_096;
/** An estimate may be too low by this much. */
const MARGIN = 0.9;
const LIMITS = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

type Parts = Pick<PipelineGateway, "catalogue">;

/**
 * Returns the body without turns from its middle, so that it fits the smallest context window of its models; what is
 * still too long is cut in the middle of the longest text. A turn is a message of the user with all that follows it, so
 * that requests and their results stay together.
 */
export function compressContext(available: Parts, dialect: Dialect, body: Body, notes: PluginNote[]): Body {
  const window = windowOf(available, body);
  if (window === undefined) return body;
  const asked = LIMITS.map((name) => body[name]).find((value) => typeof value === "number");
  const room = Math.floor((window - Math.min(Number(asked ?? USUAL_OUTPUT), window / 2)) * MARGIN);
  const before = tokensOf(body);
  if (before <= room) return body;
  const field = Array.isArray(body.input) ? "input" : "messages";
  const turns = turnsOf(recordsOf(body[field]));
  const [kept, dropped] = withoutMiddle(turns, (some) => tokensOf({ ...body, [field]: some.flat() }) <= room);
  const shorter = jsonCopy({ ...body, ...(turns.length > 0 && { [field]: kept.flat() }) });
  const cut = cutLongest(dialect, shorter, room);
  const after = tokensOf(shorter);
  const done = [
    ...(dropped.length > 0 ? [`${dropped.flat().length} messages dropped from the middle`] : []),
    ...(cut > 0 ? [`${cut} texts cut in the middle`] : []),
  ];
  notes.push({
    name: "context-compression",
    type: "context_compression",
    summary: `About ${before} tokens became ${after} to fit ${window}: ${done.join(", ")}`,
    data: { engine: "middle-out", tokens_before: before, tokens_after: after, context_length: window },
  });
  return withNumbersOf(body, shorter);
}

function tokensOf(body: Body): number {
  return promptTokens(body, estimateTokenCount);
}

function windowOf({ catalogue }: Parts, body: Body): number | undefined {
  const lengths = modelsOf(body).flatMap((name) => {
    const served = catalogue.endpointsOf(name).map(({ contextLength }) => contextLength ?? undefined);
    return [catalogue.find(name)?.contextLength ?? undefined, ...served].filter((length) => length !== undefined);
  });
  return lengths.length > 0 ? Math.min(...lengths) : undefined;
}

/** The messages before the user's first, such as instructions, are the first turn. */
function turnsOf(messages: readonly Body[]): Body[][] {
  const turns: Body[][] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (!last || isSaid(message)) turns.push([message]);
    else last.push(message);
  }
  return turns;
}

/** Returns whether the user wrote this message; in the messages dialect tool results have the user's role. */
function isSaid({ role, content }: Body): boolean {
  return role === "user" && !recordsOf(content).some((part) => isRecord(part) && part.type === "tool_result");
}

/** Keeps the first two turns and the last, and drops the others starting in the middle. */
function withoutMiddle(turns: readonly Body[][], fits: (turns: readonly Body[][]) => boolean): [Body[][], Body[][]] {
  const kept = [...turns];
  const dropped: Body[][] = [];
  while (kept.length > 3 && !fits(kept)) dropped.push(...kept.splice(Math.floor(kept.length / 2), 1));
  return [kept, dropped];
}

const LEAST_CHARACTERS = 200;

/** Cuts the longest texts until the body fits. Changes it in place; returns how many were cut. */
function cutLongest(dialect: Dialect, body: Body, room: number): number {
  const cut = new Set<string>();
  for (let tokens = tokensOf(body); tokens > room; ) {
    const slots = dialect.texts(body).filter(({ text, isFixed }) => !isFixed && text.length > LEAST_CHARACTERS);
    const longest = slots.sort((one, other) => other.text.length - one.text.length)[0];
    if (!longest) return cut.size;
    const { text } = longest;
    const share = Math.max(0.1, Math.min(0.9, 1 - (tokens - room) / Math.max(1, estimateTokenCount(text))));
    const half = Math.floor((text.length * share) / 2);
    longest.replace(`${text.slice(0, half)}\n[…]\n${text.slice(-half)}`);
    cut.add(longest.path);
    const next = tokensOf(body);
    if (next >= tokens) return cut.size;
    tokens = next;
  }
  return cut.size;
}
