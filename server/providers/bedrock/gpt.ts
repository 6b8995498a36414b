import { isRecord } from "#lib/is-record.ts";
import { type Block, list } from "../exchange/json.ts";
import { openai } from "../openai/openai.ts";
import type { NativeRequest, Provider } from "../provider.ts";

/** OpenAI's other models, which Bedrock's runtime serves only through a profile. */
export const GPT = /^[a-z-]+\.openai\.gpt-\d/;

/** The parts of OpenAI's adapter for a Responses API without web search. */
export function gptText(): Partial<Provider> {
  const { family, text, textReader, textDialect, textToolIds, textToolNames, textUsage, native, rejectsFormat } =
    openai;
  const { textObjectSchemas, fitText } = openai;
  const parts: Partial<Provider> = {};
  Object.assign(parts, { family, text, textReader, textDialect, textToolIds, textToolNames, textUsage, rejectsFormat });
  Object.assign(parts, { textObjectSchemas, fitText });
  if (native?.responses) parts.native = { responses: { ...native.responses, lacksWebSearch: true } };
  return parts;
}

/**
 * Returns whether a body of the responses dialect asks for what Bedrock's runtime rejects: images and files by URL, whose
 * content a conversion sends, and web search, which it drops.
 */
export function asksForMore({ dialect, body }: NativeRequest): boolean {
  if (dialect !== "responses") return false;
  const searches = list(body.tools).some((tool) => isRecord(tool) && String(tool.type).startsWith("web_search"));
  return searches || list(body.input).some((item) => isRecord(item) && hasUrl(item));
}

function hasUrl({ content, output }: Block): boolean {
  return [...list(content), ...list(output)].some(
    (part) => isRecord(part) && (isUrl(part.image_url) || isUrl(part.file_url)),
  );
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:/i.test(value);
}
