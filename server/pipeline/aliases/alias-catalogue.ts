import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Model } from "#server/catalogue/model.ts";
import type { ModelAliasRow } from "#server/data/model-aliases.ts";
import type { PresetDirectory } from "../planning/preset-directory.ts";
import type { AliasDirectory } from "./alias-directory.ts";

/**
 * Returns a catalogue for lists, in which a workspace's aliases are models: each looks like the model that most of its
 * requests go to. Aliases that lead nowhere are left out.
 */
export function aliasCatalogue(
  catalogue: Catalogue,
  aliases: AliasDirectory,
  presets: PresetDirectory,
  workspaceId: string,
): Catalogue {
  const rows = aliases.list(workspaceId);
  if (rows.length === 0) return catalogue;
  const targets = new Map<string, string>();
  const models = new Map<string, Model>();
  for (const row of rows) {
    const target = mainModel(aliases, presets, row);
    const model = target === undefined ? undefined : catalogue.resolve(target)?.model;
    if (target === undefined || !model) continue;
    targets.set(row.name, target);
    models.set(row.name, modelOf(row, model));
  }
  return {
    ...catalogue,
    models: () => [...catalogue.models(), ...models.values()],
    find: (name) => models.get(name) ?? catalogue.find(name),
    resolve(name) {
      const model = models.get(name);
      return model ? { model, variant: null } : catalogue.resolve(name);
    },
    endpointsOf: (name) => catalogue.endpointsOf(targets.get(name) ?? name),
  };
}

function modelOf({ name, description, createdAt }: ModelAliasRow, model: Model): Model {
  return {
    ...model,
    id: name,
    canonicalSlug: model.id,
    name,
    description: description ?? `An alias of ${model.id}.`,
    created: Math.floor(new Date(createdAt).getTime() / 1000),
    aliases: [],
  };
}

/** Returns the model of the heaviest targets; undefined if the chain is circular or its preset names none. */
function mainModel(aliases: AliasDirectory, presets: PresetDirectory, first: ModelAliasRow): string | undefined {
  const seen = new Set<string>();
  let row: ModelAliasRow | undefined = first;
  let model: string | undefined;
  while (row && !seen.has(row.name)) {
    seen.add(row.name);
    const [heaviest] = row.targets.filter(({ canary }) => !canary).toSorted((one, other) => other.weight - one.weight);
    const preset: unknown = heaviest?.preset ? presets.find(row.workspaceId, heaviest.preset)?.config.model : undefined;
    model = heaviest?.model ?? (typeof preset === "string" ? preset : undefined);
    row = model === undefined ? undefined : aliases.find(first.workspaceId, model);
  }
  return row ? undefined : model;
}
