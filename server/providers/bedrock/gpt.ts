import { isRecord } from "#lib/is-record.ts";
import { type Block, list } from "../exchange/json.ts";
import { openai } from "../openai/openai.ts";
import type { NativeRequest, NativeText, Provider } from "../provider.ts";

/** OpenAI's other models, which Bedrock's runtime serves only through a profile. */
export const GPT = /^[a-z-]+\.openai\.gpt-\d/;

/** Returns the name that OpenAI's own API has for one of its models at Bedrock. */
function openaiName(model: string): string {
  return model.replace(/^(?:[a-z-]+\.)?openai\./, "");
}

/** Returns the parts of OpenAI's adapter for a Responses API. `hasWebSearch`: it has OpenAI's web search. */
export function gptText({ hasWebSearch }: { hasWebSearch: boolean }): Partial<Provider> {
  const { family, text, textReader, textDialect, textToolIds, textToolNames, textUsage, native, rejectsFormat } =
    openai;
  const { textObjectSchemas, fitText } = openai;
  const parts: Partial<Provider> = {};
  Object.assign(parts, { family, textReader, textDialect, textToolIds, textToolNames, textUsage, rejectsFormat });
  Object.assign(parts, { textObjectSchemas });
  // What a model takes depends on its name. The transport sends the name that Bedrock has for it.
  if (text) parts.text = (upstream) => text({ ...upstream, model: openaiName(upstream.model) });
  if (fitText) parts.fitText = (options, model, notes) => fitText(options, openaiName(model), notes);
  if (native?.responses) parts.native = { responses: underOwnName(native.responses, hasWebSearch) };
  return parts;
}

function underOwnName(responses: NativeText, hasWebSearch: boolean): NativeText {
  const { prepare, lacks } = responses;
  return {
    ...responses,
    ...(prepare && {
      prepare: (body, notes) => ({
        ...prepare({ ...body, model: openaiName(String(body.model)) }, notes),
        model: body.model,
      }),
    }),
    ...(lacks && { lacks: (model, body) => lacks(openaiName(model), body) }),
    ...(!hasWebSearch && { lacksWebSearch: true }),
  };
}

/**
 * Returns whether a body of the responses dialect asks for what Bedrock rejects, but for GPT at Mantle: images and files
 * by URL, whose content a conversion sends, and web search, which it drops.
 */
export function asksForMore(request: NativeRequest): boolean {
  const { dialect, body } = request;
  if (dialect !== "responses") return false;
  const searches = list(body.tools).some((tool) => isRecord(tool) && String(tool.type).startsWith("web_search"));
  return searches || asksForUrls(request);
}

/** Returns whether a body of the responses dialect has images or files by URL. */
export function asksForUrls({ dialect, body }: NativeRequest): boolean {
  return dialect === "responses" && list(body.input).some((item) => isRecord(item) && hasUrl(item));
}

function hasUrl({ content, output }: Block): boolean {
  return [...list(content), ...list(output)].some(
    (part) => isRecord(part) && (isUrl(part.image_url) || isUrl(part.file_url)),
  );
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:/i.test(value);
}
