/** Origins of web pages that may call the API from a browser. */
export type BrowserOrigins = { readonly any: boolean; readonly listed: ReadonlySet<string> };

/** A scheme and a host, which browser extensions and desktop apps have too (`app://obsidian.md`). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/;

/** Parses origins separated by commas, or `*` for any; undefined if one of them is invalid. */
export function readBrowserOrigins(list: string): BrowserOrigins | undefined {
  const entries = list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  if (entries.includes("*")) return entries.length === 1 ? { any: true, listed: new Set() } : undefined;
  return entries.every((entry) => ORIGIN.test(entry)) ? { any: false, listed: new Set(entries) } : undefined;
}
