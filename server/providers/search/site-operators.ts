import type { SearchQuery } from "./search-engine.ts";

/** Returns the query with its domains as operators, for engines without a field for them. */
export function withSites({ query, allowed, excluded }: SearchQuery): string {
  const sites = allowed.map((domain) => `site:${domain}`).join(" OR ");
  const others = excluded.map((domain) => `-site:${domain}`).join(" ");
  return [query, sites && (allowed.length > 1 ? `(${sites})` : sites), others].filter(Boolean).join(" ");
}
