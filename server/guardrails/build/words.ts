import { baseOf } from "../word-forms.ts";

/** The common English words in lower case, each once without its regular endings. */
export function plainWords(lists: Record<string, string[]>): Set<string> {
  const levels = [
    "english/10",
    "english/20",
    "english/35",
    "english/40",
    "english/american/10",
    "english/american/20",
    "english/american/35",
    "english/british/10",
    "english/british/20",
    "english/british/35",
  ];
  const all = new Set(levels.flatMap((level) => lists[level] ?? []).filter((word) => /^[a-z]{2,}$/.test(word)));
  return new Set([...all].filter((word) => !baseOf(word, (base) => all.has(base) && base !== word)));
}
