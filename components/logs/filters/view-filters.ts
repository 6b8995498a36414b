import { type GenerationFilter, readFilters, writeFilters } from "#lib/generations/generation-filters.ts";

/** Fields of which one exact value has a parameter of its own in the address. */
export const SHORT_NAMES = {
  status: "status_class",
  reason: "rejection",
  model: "model",
  provider: "provider",
  key: "api_key_hash",
  session: "session_id",
  agent: "agent",
  repository: "repository",
  user: "external_user",
  tag: "tag",
  request: "request_id",
} as const satisfies Record<string, GenerationFilter["field"]>;

export type ShortName = keyof typeof SHORT_NAMES;
/** The part of a view that filters. */
type Filtered = Record<ShortName | "filters", string | null>;

/** Returns the view's filters; parts of the address that are not filters are left out. */
export function filtersOf(view: Filtered): GenerationFilter[] {
  const short = shortNames().flatMap((name): GenerationFilter[] => {
    const value = view[name];
    return value ? [{ field: SHORT_NAMES[name], operator: "eq", value }] : [];
  });
  return [...short, ...longFilters(view)];
}

/** Returns whether the address has filters that the gateway would reject. */
export function hasInvalidFilters({ filters }: Filtered): boolean {
  return readFilters(filters ?? "").some((one) => "problem" in one);
}

/** Returns the change of the view that adds a filter. */
export function withFilter(view: Filtered, filter: GenerationFilter): Partial<Filtered> {
  if (filtersOf(view).some((one) => isSame(one, filter))) return {};
  const short = shortNameOf(filter);
  if (short && !view[short]) return { [short]: filter.value };
  return { filters: writeFilters([...longFilters(view), filter]) };
}

/** Returns the change of the view that removes a filter. */
export function withoutFilter(view: Filtered, filter: GenerationFilter): Partial<Filtered> {
  const short = shortNameOf(filter);
  const rest = longFilters(view).filter((one) => !isSame(one, filter));
  return {
    ...(short && view[short] === filter.value && { [short]: null }),
    filters: rest.length > 0 ? writeFilters(rest) : null,
  };
}

export function isSame(one: GenerationFilter, other: GenerationFilter): boolean {
  return one.field === other.field && one.operator === other.operator && one.value === other.value;
}

function longFilters({ filters }: Filtered): GenerationFilter[] {
  return readFilters(filters ?? "").flatMap((one) => ("problem" in one ? [] : [one]));
}

function shortNameOf({ field, operator, value }: GenerationFilter): ShortName | undefined {
  if (operator !== "eq" || value === "") return undefined;
  return shortNames().find((name) => SHORT_NAMES[name] === field);
}

function shortNames(): ShortName[] {
  return Object.keys(SHORT_NAMES) as ShortName[];
}
