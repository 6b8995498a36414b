import { randomUUID } from "node:crypto";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";

type User = Extract<LanguageModelV4Message, { role: "user" }>["content"];
type Assistant = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

/**
 * What Google's SDK package has no option for: fields of the body, with those of functions by name (`functions`) and the
 * forms of their results by call (`results`), and parts, each by its placeholder in the text. `isWhole`: the response
 * must not be a stream.
 */
type Raw = { fields: Block; parts: Map<string, unknown>; isWhole: boolean };

/** Sends what Google's SDK package cannot: see `Raw`. One for each model. */
export type RawRequests = {
  fetch: typeof fetch;
  /** Returns a model that takes the fields in `providerOptions.google.request` and parts of the kind `google.part`. */
  model(inner: LanguageModelV4): LanguageModelV4;
};

/**
 * Addresses that Google reads itself and the package does not know: files of Google's Files API, which it knows at the
 * base URL alone, and videos at YouTube's address for phones.
 */
const READ_BY_GOOGLE = [
  /^https:\/\/generativelanguage\.googleapis\.com\/v\d\w*\/files\//,
  /^https:\/\/m\.youtube\.com\/watch\?v=[\w-]+(?:&[\w=&.-]*)?$/,
  // Objects of Cloud Storage, which only Vertex AI reads.
  /^gs:\/\//,
];

async function withGoogleUrls(supported: LanguageModelV4["supportedUrls"]): Promise<Record<string, RegExp[]>> {
  const known = await supported;
  return { ...known, "*": [...(known["*"] ?? []), ...READ_BY_GOOGLE] };
}

/** The end of the address of every request of the package for a stream. */
const STREAMED = /:streamGenerateContent\?alt=sse$/;

export function rawRequests(send: typeof fetch): RawRequests {
  let raw: Raw | undefined;
  const prepare = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const parts = new Map<string, unknown>();
    const prompt = options.prompt.map((message) => withoutRawParts(message, parts));
    const { request, isWhole } = options.providerOptions?.google ?? {};
    raw =
      isRecord(request) || parts.size > 0 ? { fields: block(request), parts, isWhole: isWhole === true } : undefined;
    return raw ? { ...options, prompt } : options;
  };
  return {
    fetch(input, init) {
      const { body } = init ?? {};
      if (!raw || typeof body !== "string") return send(input, init);
      const address = raw.isWhole ? String(input).replace(STREAMED, ":generateContent") : input;
      return send(address, { ...init, body: bodyWith(raw, body) });
    },
    model: (inner) => ({
      specificationVersion: inner.specificationVersion,
      provider: inner.provider,
      modelId: inner.modelId,
      supportedUrls: withGoogleUrls(inner.supportedUrls),
      doGenerate: (options) => inner.doGenerate(prepare(options)),
      doStream: (options) => inner.doStream(prepare(options)),
    }),
  };
}

/**
 * Returns a message with a text in place of each raw part, since the package drops those. A file with further fields gets
 * the same text as the start of a clip, which the package passes on.
 */
function withoutRawParts(message: LanguageModelV4Message, parts: Map<string, unknown>): LanguageModelV4Message {
  if (message.role === "user") return { ...message, content: message.content.map((part) => withMark(part, parts)) };
  if (message.role !== "assistant") return message;
  const content: Assistant = message.content.map((part) => {
    if (part.type !== "custom" || part.kind !== "google.part") return part;
    const text = `google-part-${randomUUID()}`;
    parts.set(text, part.providerOptions?.google?.part);
    return { type: "text", text };
  });
  return { ...message, content };
}

function withMark<Part extends User[number]>(part: Part, parts: Map<string, unknown>): Part {
  const { part: fields, ...google } = part.providerOptions?.google ?? {};
  if (part.type !== "file" || !isRecord(fields)) return part;
  const mark = `google-part-${randomUUID()}`;
  parts.set(mark, fields);
  const marked = { ...google, videoMetadata: { startOffset: mark } };
  return { ...part, providerOptions: { ...part.providerOptions, google: marked } };
}

function bodyWith({ fields: { functions, results, ...fields }, parts }: Raw, sent: string): string {
  const body = block(tryParse(sent, parseJsonText));
  if (isRecord(results)) restoreResults(body, results);
  if (isRecord(functions)) completeFunctions(body, functions);
  for (const [name, value] of Object.entries(applicable(fields, body))) body[name] = merged(body[name], value);
  for (const content of list(body.contents)) if (isRecord(content)) restoreParts(content, parts);
  return JSON.stringify(body);
}

function completeFunctions({ tools }: Block, fields: Block): void {
  for (const tool of list(tools).map(block))
    for (const declaration of list(tool.functionDeclarations).filter(isRecord))
      Object.assign(declaration, Object.hasOwn(fields, String(declaration.name)) && fields[String(declaration.name)]);
}

/**
 * Gives functions' results the form in which the caller sent them: the package puts all of them into one text. The text
 * may differ from the caller's, because guardrails have read it.
 */
function restoreResults({ contents }: Block, forms: Block): void {
  for (const { functionResponse } of list(contents).flatMap((content) => list(block(content).parts).map(block))) {
    const { id, response } = block(functionResponse);
    const { content } = block(response);
    const form = Object.hasOwn(forms, String(id)) ? forms[String(id)] : undefined;
    if (!isRecord(functionResponse) || typeof content !== "string") continue;
    if (form === "output" || form === "result") functionResponse.response = { [form]: content };
    const object = form === "json" ? tryParse(content, parseJsonText) : undefined;
    if (isRecord(object)) functionResponse.response = object;
  }
}

/** A schema is completed, but not added: the package may have made it a function. */
function applicable(fields: Block, body: Block): Block {
  const { responseJsonSchema: schema, ...config } = block(fields.generationConfig);
  if (schema === undefined || isRecord(block(body.generationConfig).responseJsonSchema)) return fields;
  return { ...fields, generationConfig: config };
}

/** Merges objects and appends to lists. */
function merged(before: unknown, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  if (!isRecord(before) || !isRecord(value)) return value;
  return {
    ...before,
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, merged(before[name], inner)])),
  };
}

function restoreParts(content: Block, parts: Map<string, unknown>): void {
  if (parts.size === 0 || !Array.isArray(content.parts)) return;
  content.parts = content.parts.map((part) => {
    const { text, videoMetadata: clip, ...file } = block(part);
    if (typeof text === "string" && parts.has(text)) return parts.get(text);
    const { startOffset: mark } = block(clip);
    return typeof mark === "string" && parts.has(mark) ? withFields(file, block(parts.get(mark))) : part;
  });
}

/** `mimeType`: of a file that Google stores, which the package takes without a type. */
function withFields(file: Block, { mimeType, ...fields }: Block): Block {
  if (mimeType === undefined || !isRecord(file.fileData)) return { ...file, ...fields };
  return { ...file, fileData: { ...file.fileData, mimeType }, ...fields };
}
