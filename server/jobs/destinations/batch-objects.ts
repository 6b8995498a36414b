import type { ObjectFormat } from "#lib/contract/destination-config.ts";
import { OBJECT_ENCODINGS } from "./encode-object.ts";
import type { TraceEvent } from "./trace-event.ts";

/** A request with its number in the queue and the name of its key, for the object's name. */
export type NamedEvent = { id: number; event: TraceEvent; keyName: string | null };

/** `format` is absent in configurations from before there was a choice. */
export type ObjectConfig = { prefix: string; pathTemplate: string; format?: ObjectFormat };

export type PlannedObject = { mediaType: string; encode: () => Promise<Uint8Array> };

/**
 * Returns each object by its name: one per path and hour. The name ends in the destination and
 * the number in the queue of the object's first request. The requests of a planned batch therefore return to the same
 * objects, whether they are sent all at once or in parts.
 */
export function objectsOf(
  config: ObjectConfig,
  destinationId: string,
  events: readonly NamedEvent[],
): Map<string, PlannedObject> {
  const { extension, mediaType, encode } = OBJECT_ENCODINGS[config.format ?? "ndjson"];
  const hours = Map.groupBy(events, ({ event: { created_at: at }, keyName }) =>
    `${pathOf(config, at, keyName)}/${at.slice(11, 13)}00`.replace(/^\/+/, ""),
  );
  const objects = [...hours].map(([hour, inHour]): [string, PlannedObject] => {
    const name = `${hour}-${destinationId}-${inHour[0]?.id}.${extension}`;
    return [name, { mediaType, encode: () => encode(inHour.map(({ event }) => event)) }];
  });
  return new Map(objects);
}

function pathOf({ prefix, pathTemplate }: ObjectConfig, at: string, key: string | null): string {
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
