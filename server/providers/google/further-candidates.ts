import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import { custom, type ResponseFacts, responseFacts } from "./response-facts.ts";

type Part = LanguageModelV4StreamPart;

/** Where an event keeps all candidates but the first. */
const ASIDE = "furtherCandidates";

/**
 * Returns an event whose `candidates` has the first candidate alone. Google's SDK package reads whichever comes first,
 * and events of a stream may have any of them.
 */
export function firstCandidateOnly(data: string): string {
  if (!/"index"\s*:\s*[1-9]/.test(data)) return data;
  const event = tryParse(data, parseJsonText);
  if (!isRecord(event)) return data;
  const candidates = list(event.candidates).map(block);
  const others = candidates.filter(({ index }) => typeof index === "number" && index > 0);
  if (others.length === 0) return data;
  return JSON.stringify({ ...event, candidates: candidates.filter((one) => !others.includes(one)), [ASIDE]: others });
}

/** Reads all candidates but the first, for callers that can have several. */
export type FurtherCandidates = {
  /**
   * Returns a part of the kind `google.candidate` for each candidate of an event: `{ index, parts, text }` with Google's
   * parts, and their text for its length.
   */
  chunk(raw: unknown): Part[];
  /** Returns a part for the end of each: `{ index, finishReason, candidate }`, with what else Google said. */
  ends(): Part[];
  /** Returns whether each has ended. */
  areWhole(): boolean;
};

export function furtherCandidates(): FurtherCandidates {
  const known = new Map<number, { facts: ResponseFacts; finishReason?: string }>();
  return {
    chunk(raw) {
      return list(block(raw)[ASIDE])
        .map(block)
        .flatMap((candidate) => {
          const index = Number(candidate.index);
          const one = known.get(index) ?? { facts: responseFacts() };
          known.set(index, one);
          one.facts.chunk({ candidates: [candidate] });
          if (typeof candidate.finishReason === "string") one.finishReason = candidate.finishReason;
          const parts = list(block(candidate.content).parts).map(block);
          return parts.length > 0 ? [candidatePart({ index, parts, text: parts.map(textIn).join("") })] : [];
        });
    },
    ends: () =>
      [...known].map(([index, { facts, finishReason }]) =>
        candidatePart({ index, finishReason, candidate: facts.part().providerMetadata?.google?.candidate }),
      ),
    areWhole: () => [...known.values()].every(({ finishReason }) => finishReason !== undefined),
  };
}

function candidatePart(facts: Block): Part {
  return custom("google.candidate", facts);
}

function textIn({ text, functionCall, executableCode }: Block): string {
  if (typeof text === "string") return text;
  return functionCall === undefined && executableCode === undefined
    ? ""
    : JSON.stringify(functionCall ?? executableCode);
}
