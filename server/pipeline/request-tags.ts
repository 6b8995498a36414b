import { isTag, MAX_TAGS, TAG_RULE } from "#lib/generations/tags.ts";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { HttpError } from "#server/errors.ts";

/** Headers with tags, separated by commas; the first one present is read. The second is another gateway's. */
const HEADERS = ["x-switchboard-tags", "x-litellm-tags"] as const;

type Body = Record<string, unknown>;

/**
 * Returns the tags of a request, each once: its key's, then those of its header and its body. Null if it has none. Throws
 * 400 for a malformed tag or too many.
 */
export function requestTags(body: Body, headers: CallerHeaders, ofKey: readonly string[] | null): string[] | null {
  const sent = sentTags(body, headers);
  if (!sent) return ofKey && [...ofKey];
  for (const { at, tag } of sent) if (!isTag(tag)) throw invalid(at, TAG_RULE);
  const tags = [...new Set([...(ofKey ?? []), ...sent.map(({ tag }) => tag as string)])];
  if (tags.length > MAX_TAGS) {
    const at = (sent[0] as SentTag).at.replace(/\[\d+\]$/, "");
    throw invalid(at, `a request can have at most ${MAX_TAGS} tags${ofKey ? ", including those of its key" : ""}`);
  }
  return tags.length > 0 ? tags : null;
}

/** Returns those tags of a rejected request that are valid, at most as many as a request can have. */
export function tagsOfRejected(body: Body, headers: CallerHeaders, ofKey: readonly string[] | null): string[] | null {
  const listed = Array.isArray(body.tags) ? { tags: body.tags.slice(0, MAX_TAGS) } : {};
  const sent = (sentTags(listed, headers) ?? []).map(({ tag }) => tag).filter(isTag);
  const tags = [...new Set([...(ofKey ?? []), ...sent])].slice(0, MAX_TAGS);
  return tags.length > 0 ? tags : null;
}

type SentTag = { at: string; tag: unknown };

/** Undefined if the request names none, as most do. */
function sentTags({ tags }: Body, headers: CallerHeaders): SentTag[] | undefined {
  const header = HEADERS.find((name) => headers.has(name));
  if (header === undefined && (tags === undefined || tags === null)) return undefined;
  // Empty elements of a list in a header mean nothing (RFC 9110, 5.6.1).
  const listed = header === undefined ? [] : (headers.get(header) ?? "").split(",").map((text) => text.trim());
  const ofHeader = listed.filter((text) => text !== "").map((tag) => ({ at: header as string, tag }));
  if (tags === undefined || tags === null) return ofHeader;
  if (!Array.isArray(tags)) throw invalid("tags", "must be a list");
  if (tags.length > MAX_TAGS) throw invalid("tags", `a request can have at most ${MAX_TAGS} tags`);
  return [...ofHeader, ...tags.map((tag, index) => ({ at: `tags[${index}]`, tag }))];
}

function invalid(at: string, problem: string): HttpError {
  return new HttpError(400, `Invalid request: ${at}: ${problem}`);
}
