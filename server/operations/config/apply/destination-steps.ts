import { isRecord } from "#lib/is-record.ts";
import { createDestination } from "#server/operations/destinations/create-destination.ts";
import { deleteDestination } from "#server/operations/destinations/delete-destination.ts";
import { updateDestination } from "#server/operations/destinations/update-destination.ts";
import { DEFAULTS, type Fields } from "../document/defaults.ts";
import { partsOf, type Resource } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedIn,
  create,
  idOf,
  keyHashes,
  perform,
  removal,
  type Step,
  secretOf,
  workspaceId,
} from "./applying.ts";

const FIELDS = Object.keys(DEFAULTS.destination).filter((name) => name !== "config");

export const changeDestination: Step = async (applying, difference) => {
  const { action, resource, workspace } = difference;
  const slug = workspace as string;
  if (action === "create" || losesConfig(difference)) {
    if (action === "update") await removeDestination(applying, difference);
    const { api_keys: keys, ...set } = resource.fields;
    const { type, name } = resource.item;
    const hashes = keys && keyHashes(applying, keys as string[], slug);
    const config = configOf(applying, resource);
    const body = { ...set, type, name, config, api_key_hashes: hashes, workspace_id: workspaceId(applying, slug) };
    await create(applying, difference, createDestination, { body });
    return;
  }
  const { api_keys: keys, ...set } = changedIn(difference, FIELDS);
  const body = {
    ...set,
    ...(keys !== undefined && { api_key_hashes: keys && keyHashes(applying, keys as string[], slug) }),
    ...(changesConfig(difference) && { config: configOf(applying, resource) }),
  };
  await perform(applying, updateDestination, { params: { id: idOf(applying, difference) }, body });
};

function changesConfig({ fields }: Difference): boolean {
  return fields.some(({ field }) => field === "config" || field.startsWith("config."));
}

/** Returns whether a configuration field is removed, which an update cannot do. */
function losesConfig({ fields }: Difference): boolean {
  return fields.some(({ field, before, after }) => {
    if (field.startsWith("config.")) return after === null;
    if (field !== "config" || !isRecord(before) || !isRecord(after)) return false;
    return Object.keys(before).some((name) => !(name in after));
  });
}

/** Returns the configuration with secrets instead of their references. */
function configOf(applying: Applying, resource: Resource): Fields {
  const config = structuredClone(resource.fields.config) as Fields;
  for (const path of Object.keys(resource.secrets)) {
    const [, field = "", header] = partsOf(path);
    const value = secretOf(applying, resource, path);
    config[field] = header === undefined ? value : { ...(config[field] as Fields | undefined), [header]: value };
  }
  return config;
}

export const removeDestination = removal(deleteDestination);
