import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { citedSources } from "./cited-sources.ts";
import { type Finish, withFinishReason } from "./finish-reasons.ts";
import { furtherCandidates } from "./further-candidates.ts";
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
 * that Google ran, parts of unknown kinds, further candidates, and what a response says alongside its content.
 */
export function knownParts(): PartReader {
  const citedUrls = new Set<unknown>();
  const facts = responseFacts();
  const further = furtherCandidates();
  let ofTools: Block[] = [];
  return {
    chunk(raw) {
      facts.chunk(raw);
      const candidate = block(list(block(raw).candidates)[0]);
      const parts = list(block(candidate.content).parts).map(block);
      ofTools = parts;
      return [
        ...parts.flatMap(unknownPart),
        ...citedSources(candidate.citationMetadata, citedUrls),
        ...further.chunk(raw),
      ];
    },
    part(part) {
      if (part.type === "stream-start") return [withSignatureWarning(part)];
      if (part.type === "finish") return [...further.ends(), facts.part(), finished(part, further.areWhole())];
      const names = namesOf(part);
      const at = ofTools.findIndex((one) => names.some((name) => name in one));
      const raw = ofTools[at];
      ofTools = ofTools.slice(at + 1);
      return raw ? [rawPart(raw, { isOfTool: true }), part] : [part];
    },
  };
}

/** Returns the end of a response; it is cut off unless every candidate has ended. */
function finished(part: Finish, isWhole: boolean): Finish {
  const end = withFinishReason(part);
  return isWhole ? end : { ...end, finishReason: { unified: "interrupted", raw: undefined } };
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
