/** A column of the list. Without a width (in px) it takes the space that remains. */
export type LogColumn = { id: string; label: string; width?: number; isNumeric?: boolean; isOptional?: boolean };

/** The first column is always shown: it has the link that opens the row. */
export const TIME_WIDTH = 140;
/** Narrower, the column that takes the remaining space would be unreadable. */
export const FLEXIBLE_WIDTH = 216;

/**
 * The columns to choose from, in their default order; optional ones are hidden by default. The others fit the page
 * at 1280 px.
 */
export const LOG_COLUMNS = [
  { id: "status", label: "Status", width: 148 },
  { id: "model", label: "Model" },
  { id: "provider", label: "Provider", width: 128, isOptional: true },
  { id: "operation", label: "Operation", width: 160, isOptional: true },
  { id: "key", label: "Key", width: 120 },
  { id: "user", label: "End user", width: 144, isOptional: true },
  { id: "tags", label: "Tags", width: 176, isOptional: true },
  { id: "session", label: "Session", width: 160, isOptional: true },
  { id: "agent", label: "Agent", width: 120, isOptional: true },
  { id: "repository", label: "Repository", width: 176, isOptional: true },
  { id: "attempts", label: "Attempts", width: 92, isNumeric: true, isOptional: true },
  { id: "tokens", label: "Tokens in / out", width: 116, isNumeric: true },
  { id: "cached", label: "Cached tokens", width: 124, isNumeric: true, isOptional: true },
  { id: "tools", label: "Tool calls", width: 88, isNumeric: true, isOptional: true },
  { id: "cost", label: "Cost", width: 92, isNumeric: true },
  { id: "first", label: "First token", width: 92, isNumeric: true },
  { id: "total", label: "Total", width: 76, isNumeric: true },
  { id: "finish", label: "Finish reason", width: 136, isOptional: true },
] as const satisfies readonly LogColumn[];

export type ColumnId = (typeof LOG_COLUMNS)[number]["id"];

export const COLUMN_IDS: readonly ColumnId[] = LOG_COLUMNS.map(({ id }) => id);
export const DEFAULT_COLUMNS: readonly ColumnId[] = LOG_COLUMNS.filter((column) => !("isOptional" in column)).map(
  ({ id }) => id,
);

export function columnOf(id: ColumnId): LogColumn {
  return LOG_COLUMNS.find((column) => column.id === id) as LogColumn;
}

/** Returns the known ids of a list, each once; undefined if there are none. */
export function readColumns(ids: readonly string[]): ColumnId[] | undefined {
  const known = [...new Set(ids)].filter((id): id is ColumnId => COLUMN_IDS.some((one) => one === id));
  return known.length > 0 ? known : undefined;
}

/** Returns the shown columns with one moved up (-1) or down (1) by one place. */
export function withMoved(shown: readonly ColumnId[], id: ColumnId, by: -1 | 1): ColumnId[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return [...shown];
  return shown.with(from, shown[to] as ColumnId).with(to, id);
}

/** Returns the shown columns with one added, before those that follow it by default, or removed; one must remain. */
export function withToggled(shown: readonly ColumnId[], id: ColumnId): ColumnId[] {
  if (shown.includes(id)) return shown.length > 1 ? shown.filter((one) => one !== id) : [...shown];
  const place = COLUMN_IDS.indexOf(id);
  const at = shown.findIndex((one) => COLUMN_IDS.indexOf(one) > place);
  return at < 0 ? [...shown, id] : shown.toSpliced(at, 0, id);
}
