import type { DocumentText } from "#server/guardrails/documents/document-text.ts";

/** The most recently used texts of files, by the hash of their bytes. */
export type TextCache = { get(key: string): DocumentText | undefined; set(key: string, text: DocumentText): void };

const MOST_CHARACTERS = 20_000_000;

export function createTextCache(mostCharacters = MOST_CHARACTERS): TextCache {
  const texts = new Map<string, DocumentText>();
  let characters = 0;
  function forget(key: string): void {
    characters -= texts.get(key)?.text.length ?? 0;
    texts.delete(key);
  }
  return {
    get(key) {
      const text = texts.get(key);
      if (!text) return undefined;
      // Moves the entry to the end, so that it is evicted last.
      texts.delete(key);
      texts.set(key, text);
      return text;
    },
    set(key, text) {
      forget(key);
      texts.set(key, text);
      characters += text.text.length;
      for (const oldest of texts.keys()) {
        if (characters <= mostCharacters) return;
        forget(oldest);
      }
    },
  };
}
