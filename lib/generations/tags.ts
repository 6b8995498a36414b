/** The most tags that one request has, with those of its key. */
export const MAX_TAGS = 10;

export const MAX_TAG_LENGTH = 128;

/**
 * A name (`batch-17`) or a name with a value (`team:search`): visible ASCII, which a header can carry, without the comma
 * that separates tags there. It starts with a letter or a digit, so that no spreadsheet takes it for a formula.
 */
export const TAG = new RegExp(`^[A-Za-z0-9][A-Za-z0-9_.:/@+=-]{0,${MAX_TAG_LENGTH - 1}}$`);

/** What a tag must be, for error messages. */
export const TAG_RULE = `must be 1 to ${MAX_TAG_LENGTH} letters, digits or _ . : / @ + = -, and start with a letter or digit`;

export function isTag(text: unknown): text is string {
  return typeof text === "string" && TAG.test(text);
}

/** Returns the name and the value of a tag: the texts before and after its first colon. `value` is null without one. */
export function tagParts(tag: string): { name: string; value: string | null } {
  const colon = tag.indexOf(":");
  return colon < 0 ? { name: tag, value: null } : { name: tag.slice(0, colon), value: tag.slice(colon + 1) };
}
