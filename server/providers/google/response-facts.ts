import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { type Block, block, list } from "../exchange/json.ts";

type Custom = Extract<LanguageModelV4StreamPart, { type: "custom" }>;

/** What a stream says alongside its content. */
export type ResponseFacts = {
  /** Reads a chunk of the wire. */
  chunk(raw: unknown): void;
  /** Returns everything so far as a part, which only an encoder of Google's form reads. */
  part(): Custom;
};

/** The content and its end have parts of their own. */
const SAID = new Set(["content", "index", "finishReason"]);

/**
 * Collects what Google says alongside the content: grounding, ratings, citations, probabilities and the whole usage. In
 * streams Google repeats some of it with more content, so the last value that is not empty applies; lists of single
 * tokens and citations grow.
 */
export function responseFacts(): ResponseFacts {
  const candidate: Block = {};
  let promptFeedback: unknown;
  let usage: unknown;
  return {
    chunk(raw) {
      const { candidates, promptFeedback: feedback, usageMetadata } = block(raw);
      const [first] = list(candidates);
      for (const [name, value] of Object.entries(block(first))) {
        if (!SAID.has(name))
          candidate[name] = GROWING.has(name) ? grown(candidate[name], value) : last(candidate[name], value);
      }
      promptFeedback = feedback ?? promptFeedback;
      usage = usageMetadata ?? usage;
    },
    part: () => custom("google.response", { candidate, promptFeedback, usage }),
  };
}

/**
 * Returns a part of Google's content that has no neutral form. `dropped`: the kind that other encoders report as dropped.
 * `isOfTool`: the next neutral part repeats it.
 */
export function rawPart(part: Block, about: { dropped?: string; isOfTool?: true }): Custom {
  return custom("google.part", { part, ...about });
}

export function custom(kind: Custom["kind"], facts: Block): Custom {
  return { type: "custom", kind, providerMetadata: { google: JSON.parse(JSON.stringify(facts)) } };
}

const GROWING = new Set(["logprobsResult", "citationMetadata"]);

/** Returns an object with the fields of both; a later field applies unless it is empty. */
function last(before: unknown, now: unknown): unknown {
  if (!isRecord(before) || !isRecord(now)) return now ?? before;
  const said = Object.entries(now).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return { ...before, ...Object.fromEntries(said) };
}

/** Returns an object whose lists have the entries of both, each citation once. */
function grown(before: unknown, now: unknown): unknown {
  if (!isRecord(before) || !isRecord(now)) return now ?? before;
  const fields = Object.entries(now).map(([name, value]) => [name, joined(name, before[name], value)]);
  return { ...before, ...Object.fromEntries(fields) };
}

function joined(name: string, before: unknown, now: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(now)) return now ?? before;
  const known = name.startsWith("citation") ? new Set(before.map((one) => JSON.stringify(one))) : new Set<string>();
  return [...before, ...now.filter((one) => !known.has(JSON.stringify(one)))];
}
