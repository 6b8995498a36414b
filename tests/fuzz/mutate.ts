import { hostileText, hostileValue, put } from "./hostile.ts";
import type { Random } from "./random.ts";

/** Returns a copy of a JSON value with a few changes. */
export function mutate(value: unknown, random: Random, times: number): unknown {
  let changed = structuredClone(value);
  for (let count = 0; count < times; count += 1) changed = mutateOnce(changed, random);
  return changed;
}

type Place = { holder: Record<string, unknown> | unknown[]; key: string };

function mutateOnce(root: unknown, random: Random): unknown {
  const places: Place[] = [];
  collect(root, places);
  if (places.length === 0 || random.chance(0.03)) return hostileValue(random);
  const { holder, key } = random.pick(places);
  const record = holder as Record<string, unknown>;
  const kind = random.below(7);
  if (kind < 3) put(record, key, hostileValue(random));
  else if (kind === 3 && !Array.isArray(holder)) delete record[key];
  else if (kind === 4 && !Array.isArray(holder)) put(record, hostileText(random), record[key]);
  else if (kind === 5) put(record, key, [record[key]]);
  else put(record, key, structuredClone(ownValueOf(random.pick(places).holder, key)));
  return root;
}

/** A name that an earlier change chose, such as `constructor`, may be inherited elsewhere. */
function ownValueOf(holder: Place["holder"], key: string): unknown {
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}

function collect(value: unknown, places: Place[]): void {
  if (typeof value !== "object" || value === null || places.length > 2000) return;
  for (const key of Object.keys(value)) {
    places.push({ holder: value as Place["holder"], key });
    collect((value as Record<string, unknown>)[key], places);
  }
}
