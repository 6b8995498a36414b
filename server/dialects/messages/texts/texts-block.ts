import type { JSONObject } from "@ai-sdk/provider";
import type { TextSlot } from "#server/dialects/dialect.ts";
import { otherTexts } from "#server/dialects/other-texts.ts";
import { isObject } from "../shape.ts";
import { unsealSignature } from "../signature.ts";
import { type Holder, leafSlots, slot } from "./texts-slot.ts";
import { definitionTexts } from "./texts-tool.ts";

/** Block fields that contain text. Ids, signatures, URLs and encrypted data have other names. */
const TEXT_KEYS = ["text", "thinking", "title", "context", "stdout", "stderr"];
/** Fields whose structure only the tool knows. */
const VALUE_KEYS = ["input", "output", "lines"];
/** Fields that are read above, and marks of Anthropic's blocks. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  ...[...TEXT_KEYS, ...VALUE_KEYS, "content", "source", "citations", "tool"],
  ...["name", "server_name", "tool_name", "tool_references", "tool_use_id", "caller", "error_code", "file_type"],
  ...["media_type", "page_age", "retrieved_at", "encrypted_stdout", "encrypted_index"],
]);

/** Returns the texts at `holder[key]`, which is a text, a block, or a list of both. */
export function contentTexts(holder: Holder, key: string, path: string, role: TextSlot["role"]): TextSlot[] {
  const content = (holder as Record<string, unknown>)[key];
  if (typeof content === "string") return slot(holder, key, path, role);
  if (isObject(content)) return blockTexts(content, path, role);
  if (!Array.isArray(content)) return [];
  return content.flatMap((item: unknown, index) => {
    const at = `${path}[${index}]`;
    return isObject(item) ? blockTexts(item, at, role) : slot(content, index, at, role);
  });
}

/** Returns the texts of one content block and of the blocks within it. */
function blockTexts(block: JSONObject, path: string, role: TextSlot["role"]): TextSlot[] {
  if (isSigned(block)) return [];
  const inner = isResult(block) ? "tool" : role;
  return [
    ...TEXT_KEYS.flatMap((key) => slot(block, key, `${path}.${key}`, inner)),
    ...VALUE_KEYS.flatMap((key) => leafSlots(block, key, `${path}.${key}`, inner)),
    ...contentTexts(block, "content", `${path}.content`, inner),
    ...sourceTexts(block, `${path}.source`, inner),
    ...citationTexts(block.citations, `${path}.citations`, inner),
    ...toolChangeTexts(block.tool, `${path}.tool`),
    ...otherTexts(block, path, inner, OWN_KEYS),
  ];
}

/**
 * Returns whether a provider has signed a block. Changing signed text would invalidate the signature, and only that
 * provider receives the block. Our own seal covers no text, so filters may change a block with a seal like a block
 * without a signature.
 */
export function isSigned({ type, signature }: JSONObject): boolean {
  if (type === "redacted_thinking") return true;
  if (type !== "thinking") return false;
  return typeof signature === "string" && signature !== "" && unsealSignature(signature) === undefined;
}

function isResult(block: JSONObject): boolean {
  return typeof block.type === "string" && block.type.endsWith("tool_result");
}

/**
 * Returns the texts of a document's source: its text or its blocks, but not its bytes. The source of a search result is
 * one of the caller's texts.
 */
function sourceTexts(block: JSONObject, path: string, role: TextSlot["role"]): TextSlot[] {
  if (typeof block.source === "string") return slot(block, "source", path, role);
  const { source } = block;
  if (!isObject(source)) return [];
  if (source.type === "text") return slot(source, "data", `${path}.data`, role);
  return source.type === "content" ? contentTexts(source, "content", `${path}.content`, role) : [];
}

/**
 * Returns quoted passages, except those that Anthropic has sealed with an encrypted index: in a request they must come
 * back as they were sent.
 */
export function citationTexts(citations: unknown, path: string, role: TextSlot["role"]): TextSlot[] {
  return quotesOf(citations, path, role, (citation) => !citation.encrypted_index);
}

/** Returns the quoted passages that `citationTexts` leaves out, which are output like any other. */
export function sealedCitationTexts(citations: unknown, path: string, role: TextSlot["role"]): TextSlot[] {
  return quotesOf(citations, path, role, (citation) => Boolean(citation.encrypted_index));
}

function quotesOf(
  citations: unknown,
  path: string,
  role: TextSlot["role"],
  isWanted: (citation: JSONObject) => boolean,
): TextSlot[] {
  if (!Array.isArray(citations)) return [];
  return citations.flatMap((citation: unknown, index) => {
    if (!isObject(citation) || !isWanted(citation)) return [];
    return ["cited_text", "document_title", "title", "url"].flatMap((key) =>
      slot(citation, key, `${path}[${index}].${key}`, role),
    );
  });
}

/** Returns the texts of a tool that a system message adds. */
function toolChangeTexts(tool: unknown, path: string): TextSlot[] {
  if (!isObject(tool) || !isObject(tool.definition)) return [];
  return definitionTexts(tool.definition, `${path}.definition`);
}
