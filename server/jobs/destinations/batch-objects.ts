import type { TraceEvent } from "./trace-event.ts";

/** A request with its number in the queue and the name of its key, for the object's name. */
export type NamedEvent = { id: number; event: TraceEvent; keyName: string | null };

export type ObjectPath = { prefix: string; pathTemplate: string };

/**
 * Returns the requests of each object by its name: one object per path and hour. The name ends in the destination and
 * the number in the queue of the object's first request. The requests of a planned batch therefore return to the same
 * objects, whether they are sent all at once or in parts.
 */
export function objectsOf(
  path: ObjectPath,
  destinationId: string,
  events: readonly NamedEvent[],
): Map<string, TraceEvent[]> {
  const hours = Map.groupBy(events, ({ event: { created_at: at }, keyName }) =>
    `${pathOf(path, at, keyName)}/${at.slice(11, 13)}00`.replace(/^\/+/, ""),
  );
  const objects = [...hours].map(([hour, inHour]): [string, TraceEvent[]] => {
    const name = `${hour}-${destinationId}-${inHour[0]?.id}.ndjson.gz`;
    return [name, inHour.map(({ event }) => event)];
  });
  return new Map(objects);
}

function pathOf({ prefix, pathTemplate }: ObjectPath, at: string, key: string | null): string {
  const [year = "", month = "", day = ""] = at.slice(0, 10).split("-");
  const values: Record<string, string> = {
    prefix,
    date: at.slice(0, 10),
    year,
    month,
    day,
    hour: at.slice(11, 13),
    apiKeyName: (key ?? "none").replace(/[^\w.-]/g, "_"),
  };
  return pathTemplate.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder).replace(/\/+$/, "");
}
