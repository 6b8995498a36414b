/** Parameters of the address that are not part of a view: the open request and session, and the view itself. */
const OTHERS = new Set(["view", "columns", "peek", "part", "timeline"]);

/** What a view stores of the page. */
export type ViewContent = { query: Record<string, string>; columns: string[] | null };

/** Returns what a view of the page with this search part of an address has; its columns, if the address names them. */
export function contentOf(search: string): ViewContent {
  const params = [...new URLSearchParams(search)];
  const columns = params.find(([name]) => name === "columns")?.[1];
  return {
    query: Object.fromEntries(params.filter(([name]) => !OTHERS.has(name))),
    columns: columns ? columns.split(",") : null,
  };
}

/** Returns the search part of the page's address that shows a view. */
export function searchOf(id: string, { query, columns }: ViewContent): string {
  const params = new URLSearchParams(query);
  if (columns) params.set("columns", columns.join());
  params.set("view", id);
  return `?${params}`;
}

/** Returns whether the page shows exactly what a view has. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  const textOf = ({ query, columns }: ViewContent) =>
    JSON.stringify([Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)), columns]);
  return textOf(one) === textOf(other);
}
