import type { Model } from "../model.ts";

const VERSION = /^\d+(\.\d+)*$/;

type Versioned = { model: Model; version: number };

/**
 * Returns the newest model by each name without its version: `google/gemini-flash-latest` of `gemini-3.5-flash`. Leaves
 * out names that are models themselves (`ids`).
 */
export function latestNames(all: readonly Model[], ids: ReadonlyMap<string, Model>): Map<string, string> {
  const byName = new Map<string, Versioned[]>();
  for (const model of all) {
    const slash = model.id.indexOf("/");
    const words = model.id.slice(slash + 1).split("-");
    const [version, second] = words.filter((word) => VERSION.test(word));
    if (version === undefined || second !== undefined) continue;
    const rest = words.filter((word) => word !== version);
    const name = `${model.id.slice(0, slash)}/${rest.join("-")}-latest`;
    if (ids.has(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), { model, version: versionNumber(version) }]);
  }
  return new Map([...byName].map(([name, models]) => [name, newestOf(models).id]));
}

/**
 * Returns the newest model: the last one released, unless one without a release date has a higher version. Versions alone
 * would not do: some names have a year and month instead.
 */
function newestOf(models: readonly Versioned[]): Model {
  const { true: undated = [], false: dated = [] } = Object.groupBy(
    models,
    ({ model }) => `${model.isUndated === true}`,
  );
  const released = dated.toSorted(
    (one, other) => other.model.created - one.model.created || other.version - one.version,
  )[0];
  const highest = undated.toSorted((one, other) => other.version - one.version)[0];
  const newest = highest && (!released || highest.version > released.version) ? highest : (released as Versioned);
  return newest.model;
}

/** Returns a version as a number: makers count 4.20 before 4.3. */
function versionNumber(version: string): number {
  const [major, ...minor] = version.split(".");
  return Number(`${major}.${minor.join("")}`);
}
