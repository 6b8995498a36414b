import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { citedSources } from "./cited-sources.ts";
import { withFinishReason } from "./finish-reasons.ts";
import { withSignatureWarning } from "./missing-signatures.ts";
import { rawPart, responseFacts } from "./response-facts.ts";

/** Parts of tools that Google runs. */
const CALLS = ["executableCode", "toolCall"];
const RESULTS = ["codeExecutionResult", "toolResponse"];
const KNOWN = new Set([
  ...["text", "thought", "thoughtSignature", "functionCall", "inlineData", "partMetadata"],
  ...[...CALLS, ...RESULTS],
]);

/**
 * Returns a reader for what Google's SDK package ignores or shortens: the sources that Gemini quoted, the parts of tools
 * that Google ran, parts of unknown kinds, and what a response says beside its content. Passes the loss of further
 * candidates to `note`.
 */
export function knownParts(note: Note): PartReader {
  const citedUrls = new Set<unknown>();
  const facts = responseFacts();
  let ofTools: Block[] = [];
  return {
    chunk(raw) {
      facts.chunk(raw);
      const [candidate, ...others] = list(block(raw).candidates).map(block);
      if (others.length > 0) note("further candidates");
      const parts = list(block(candidate?.content).parts).map(block);
      ofTools = parts;
      return [...parts.flatMap(unknownPart), ...citedSources(candidate?.citationMetadata, citedUrls)];
    },
    part(part) {
      if (part.type === "stream-start") return [withSignatureWarning(part)];
      if (part.type === "finish") return [facts.part(), withFinishReason(part)];
      const names = namesOf(part);
      const at = ofTools.findIndex((one) => names.some((name) => name in one));
      const raw = ofTools[at];
      ofTools = ofTools.slice(at + 1);
      return raw ? [rawPart(raw, { isOfTool: true }), part] : [part];
    },
  };
}

/** Returns the names of the raw parts that a neutral part may stand for: none unless it is of a tool that Google runs. */
function namesOf(part: LanguageModelV4StreamPart): readonly string[] {
  if (part.type === "tool-result") return RESULTS;
  return part.type === "tool-call" && part.providerExecuted === true ? CALLS : [];
}

/** Returns what a part has that the package does not know. */
function unknownPart(part: Block): LanguageModelV4StreamPart[] {
  const unknown = Object.entries(part).filter(([name]) => !KNOWN.has(name));
  return unknown.map(([name, value]) => rawPart({ [name]: value }, { dropped: name }));
}
