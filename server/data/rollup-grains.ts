/** Columns of a series; each is a dimension that sums can be split and filtered by. */
export const DIMENSION_COLUMNS = [
  "key_hash",
  "user_id",
  "model",
  "model_endpoint",
  "provider",
  "operation",
  "status",
  "status_class",
  "is_byok",
  "finish",
  "streamed",
  "rejection",
] as const;

export type DimensionColumn = (typeof DIMENSION_COLUMNS)[number];

/** Columns of the ledger that no series has, because callers choose their values: there may be one for each request. */
export const LEDGER_COLUMNS = ["external_user", "session_id", "agent", "repository", "tag"] as const;
export type LedgerColumn = (typeof LEDGER_COLUMNS)[number];

/**
 * The dimensions that the roll-up rows of a grain keep apart. `full` can serve every query; the others serve the
 * frequent ones from a hundredth of the rows.
 */
export const GRAINS = {
  total: ["status_class", "is_byok"],
  traffic: ["operation", "status", "status_class", "is_byok", "finish", "streamed", "rejection"],
  model: ["model", "model_endpoint", "provider", "status", "status_class", "is_byok"],
  key: ["key_hash", "user_id", "status", "status_class", "is_byok", "rejection"],
  full: DIMENSION_COLUMNS,
} as const satisfies Record<string, readonly DimensionColumn[]>;

export type Grain = keyof typeof GRAINS;

export const SPANS = ["minute", "hour", "day"] as const;
export type Span = (typeof SPANS)[number];

/** Minutes are stored for this long, and only in the `full` grain; hours and days forever. */
export const MINUTES_KEPT_MS = 48 * 3_600_000;

/** Returns the coarsest grain that keeps these dimensions apart. */
export function grainFor(columns: readonly DimensionColumn[]): Grain {
  const grains = Object.keys(GRAINS) as Grain[];
  const fits = (grain: Grain) => columns.every((column) => (GRAINS[grain] as readonly string[]).includes(column));
  return grains.find(fits) ?? "full";
}
