import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";

/** Matches objects that may lack a field, and token count entries with only a count or only a modality. */
const MAY_LACK =
  /"(?:groundingMetadata|urlContextMetadata|codeExecutionResult|executableCode)"|"modality"\s*:\s*"[^"]*"\s*\}|\{\s*"tokenCount"|TokensDetails"\s*:\s*[^[\s]/;

/**
 * Returns a Gemini event with the fields that its package requires. Google's JSON omits fields with default values
 * (https://protobuf.dev/programming-guides/json/), including a count of 0.
 */
export function withDefaults(data: string): string {
  const event = MAY_LACK.test(data) ? tryParse(data, parseJsonText) : undefined;
  if (!isRecord(event)) return data;
  if (isRecord(event.usageMetadata)) fillUsage(event.usageMetadata);
  for (const candidate of list(event.candidates).filter(isRecord)) fillCandidate(candidate);
  return JSON.stringify(event);
}

function fillUsage(usage: Block): void {
  for (const name of Object.keys(usage).filter((key) => key.endsWith("TokensDetails"))) {
    usage[name] = list(usage[name])
      .filter(isRecord)
      .map((entry) => ({
        ...entry,
        modality: typeof entry.modality === "string" ? entry.modality : "MODALITY_UNSPECIFIED",
        tokenCount: typeof entry.tokenCount === "number" ? entry.tokenCount : 0,
      }));
  }
}

function fillCandidate({ content, groundingMetadata, urlContextMetadata }: Block): void {
  const { searchEntryPoint, groundingChunks } = block(groundingMetadata);
  fill(searchEntryPoint, "renderedContent");
  for (const chunk of list(groundingChunks)) {
    fill(block(chunk).web, "uri");
    fill(block(chunk).image, "sourceUri", "imageUri");
  }
  for (const read of list(block(urlContextMetadata).urlMetadata)) fill(read, "retrievedUrl", "urlRetrievalStatus");
  for (const part of list(block(content).parts)) {
    fill(block(part).executableCode, "language", "code");
    fill(block(part).codeExecutionResult, "outcome");
  }
}

function fill(fields: unknown, ...names: string[]): void {
  if (isRecord(fields)) for (const name of names) fields[name] ??= "";
}
