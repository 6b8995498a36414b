/** Returns the tags of a key as they are stored: each once, and null for none. */
export function storedTags(tags: readonly string[] | null | undefined): string[] | null {
  return tags && tags.length > 0 ? [...new Set(tags)] : null;
}
