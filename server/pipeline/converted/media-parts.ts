import type { LanguageModelV4, LanguageModelV4FilePart, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { kindOfBytes, UNKNOWN_KIND } from "#server/dialects/request/file-kind.ts";
import type { Media } from "../media/fetch-media.ts";

type Load = (url: URL) => Promise<Media>;
type SupportedUrls = Awaited<LanguageModelV4["supportedUrls"]>;
/**
 * Returns the media type under which the target accepts a file. Throws if it does not accept the file. `url`: the
 * file's original address.
 */
type ResolveMediaType = (mediaType: string, url: URL) => string;
type FileLike = Pick<LanguageModelV4FilePart, "type" | "data" | "mediaType">;

/**
 * Returns the prompt with every file replaced that the provider does not fetch itself; `load` downloads those files. In
 * tool results it replaces every file, because some SDK models would fetch them without protection against private
 * addresses.
 */
export async function withMedia(
  prompt: LanguageModelV4Prompt,
  supportedUrls: SupportedUrls,
  load: Load,
  resolveMediaType: ResolveMediaType,
): Promise<LanguageModelV4Prompt> {
  return mapEach(prompt, async (message) => {
    if (message.role === "system") return message;
    const content = await mapEach<unknown>(message.content, async (part) => {
      if (isFile(part)) return isSupported(part, supportedUrls) ? part : loadPart(part, load, resolveMediaType);
      return isContentResult(part) ? withOutput(part, load, resolveMediaType) : part;
    });
    return { ...message, content } as typeof message;
  });
}

/** Returns whether the prompt has a file given by URL. Most prompts have none and need no wait. */
export function hasMediaUrls(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some(({ role, content }) => {
    if (role === "system") return false;
    return content.some(
      (part: unknown) => isUrlFile(part) || (isContentResult(part) && part.output.value.some(isUrlFile)),
    );
  });
}

type ContentResult = { type: "tool-result"; output: { type: "content"; value: unknown[] } };

function isContentResult(part: unknown): part is ContentResult {
  const { type, output } = part as Partial<ContentResult>;
  return type === "tool-result" && output?.type === "content";
}

async function withOutput(part: ContentResult, load: Load, resolveMediaType: ResolveMediaType): Promise<ContentResult> {
  const value = await mapEach(part.output.value, async (item) =>
    isFile(item) ? loadPart(item, load, resolveMediaType) : item,
  );
  return { ...part, output: { ...part.output, value } };
}

async function loadPart<Part extends FileLike>(
  part: Part,
  load: Load,
  resolveMediaType: ResolveMediaType,
): Promise<Part> {
  if (part.data.type !== "url") return part;
  const { mediaType, data } = await load(part.data.url);
  const isKnown = mediaType !== undefined && mediaType !== UNKNOWN_KIND;
  const known = isKnown ? mediaType : part.mediaType;
  const kind = known === UNKNOWN_KIND ? kindOfBytes(data) : known;
  return { ...part, mediaType: resolveMediaType(kind, part.data.url), data: { type: "data", data } };
}

function isSupported({ data, mediaType }: FileLike, supportedUrls: SupportedUrls): boolean {
  if (data.type !== "url") return true;
  const address = data.url.href;
  return Object.entries(supportedUrls ?? {}).some(
    ([type, patterns]) => covers(type, mediaType) && patterns.some((pattern) => pattern.test(address)),
  );
}

/** Returns whether a pattern covers a media type: `image/*` covers `image/png`, `image/*` and `image`. */
function covers(type: string, mediaType: string): boolean {
  if (type === "*" || type === "*/*" || type === mediaType) return true;
  return type.endsWith("/*") && `${mediaType}/`.startsWith(type.slice(0, -1));
}

function isFile(part: unknown): part is FileLike {
  return (part as { type?: unknown }).type === "file";
}

function isUrlFile(part: unknown): boolean {
  return isFile(part) && part.data.type === "url";
}

function mapEach<Item>(items: readonly Item[], change: (item: Item) => Promise<Item>): Promise<Item[]> {
  return Promise.all(items.map(change));
}
