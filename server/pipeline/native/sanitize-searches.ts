import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { isOwnSearchId } from "#server/dialects/messages/search-id.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** What Anthropic requires of these ids; with any other, it rejects every later turn of the conversation. */
const ANTHROPIC_ID = /^srvtoolu_\w+$/;

/**
 * Returns a Messages body without the server tools that another provider ran in earlier turns, and without what its texts
 * cite of them: Anthropic takes only results that it has encrypted itself. Returns the same body if nothing changes.
 */
export function withoutForeignSearches(body: Body, notes: string[]): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const kept = messages.map((message: Body, at) =>
    isRecord(message) && message.role === "assistant" && Array.isArray(message.content)
      ? withoutSearches(message, `messages[${at}].content`, notes)
      : message,
  );
  if (kept.every((message, at) => message === messages[at])) return body;
  // A turn with only searches would be empty, which Anthropic rejects.
  return { ...body, messages: kept.filter(({ content }) => !Array.isArray(content) || content.length > 0) };
}

function withoutSearches(message: Body, path: string, notes: string[]): Body {
  const given = message.content as Body[];
  const foreign = recordsOf(given).filter(isForeign);
  const ids = new Set(foreign.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  const content = given.flatMap((block, at) => {
    if (!isRecord(block)) return [block];
    if (foreign.includes(block) || (isResult(block) && ids.has(String(block.tool_use_id)))) {
      notes.push(`${path}[${at}]: dropped (another provider's ${block.type})`);
      return [];
    }
    return [withoutCitations(block, `${path}[${at}]`, notes)];
  });
  const isSame = content.length === given.length && content.every((block, at) => block === given[at]);
  return isSame ? message : withNumbersOf(message, { ...message, content });
}

function isForeign({ type, id }: Body): boolean {
  return type === "server_tool_use" && (typeof id !== "string" || isOwnSearchId(id) || !ANTHROPIC_ID.test(id));
}

function isResult({ type }: Body): boolean {
  return typeof type === "string" && type.endsWith("_tool_result");
}

function withoutCitations(block: Body, path: string, notes: string[]): Body {
  if (block.type !== "text" || !Array.isArray(block.citations)) return block;
  const kept = (block.citations as Body[]).filter(
    (citation) => citation?.type !== "web_search_result_location" || citation.encrypted_index,
  );
  if (kept.length === block.citations.length) return block;
  notes.push(`${path}.citations: dropped (another provider's search results)`);
  const { citations: _, ...rest } = block;
  return withNumbersOf(block, kept.length > 0 ? { ...rest, citations: kept } : rest);
}
