import { HttpError } from "#server/errors.ts";
import { setCredentialPool } from "#server/operations/byok/set-credential-pool.ts";
import { createCustomProvider } from "#server/operations/custom-providers/create-custom-provider.ts";
import { deleteCustomProvider } from "#server/operations/custom-providers/delete-custom-provider.ts";
import { updateCustomProvider } from "#server/operations/custom-providers/update-custom-provider.ts";
import { createModelAlias } from "#server/operations/model-aliases/create-model-alias.ts";
import { deleteModelAlias } from "#server/operations/model-aliases/delete-model-alias.ts";
import { updateModelAlias } from "#server/operations/model-aliases/update-model-alias.ts";
import { DEFAULTS } from "../document/defaults.ts";
import { partsOf, type Reference, type Resource, refOf } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import {
  type Applying,
  changedField,
  changedIn,
  create,
  idOf,
  perform,
  removal,
  type Step,
  secretOf,
  workspaceId,
} from "./applying.ts";

const placeOf = (applying: Applying, workspace: string | null) => workspace && workspaceId(applying, workspace);

export const changePool: Step = async (applying, { resource, workspace, name }) => {
  const body = { strategy: resource.fields.strategy, workspace_id: placeOf(applying, workspace) };
  await perform(applying, setCredentialPool, { params: { provider: name }, body });
};

export const removePool: Step = async (applying, { workspace, name }) => {
  const body = { ...DEFAULTS.credential_pool, workspace_id: placeOf(applying, workspace) };
  await perform(applying, setCredentialPool, { params: { provider: name }, body });
};

export const changeProvider: Step = async (applying, difference) => {
  const { action, resource, workspace, fields } = difference;
  if (action === "create") {
    const secrets = { api_key: keyOf(applying, resource, false), headers: headersOf(applying, resource, false) };
    const place = { slug: resource.name, workspace_id: placeOf(applying, workspace) };
    const body = { ...resource.fields, ...secrets, ...place };
    await create(applying, difference, createCustomProvider, { body });
    return;
  }
  const changes = (start: string) => fields.some(({ field }) => field.startsWith(start));
  const isMoved = hasNewOrigin(difference);
  const body = {
    ...changedIn(difference, Object.keys(DEFAULTS.custom_provider)),
    ...((isMoved || changes("api_key")) && { api_key: keyOf(applying, resource, isMoved) }),
    ...((isMoved || changes("headers.")) && { headers: headersOf(applying, resource, isMoved) }),
  };
  await perform(applying, updateCustomProvider, { params: { id: idOf(applying, difference) }, body });
};

export const removeProvider = removal(deleteCustomProvider);

function hasNewOrigin(difference: Difference): boolean {
  const url = changedField<string>(difference, "base_url");
  return url !== undefined && new URL(url.before).origin !== new URL(url.after).origin;
}

function keyOf(applying: Applying, resource: Resource, isMoved: boolean): string | null {
  return "api_key" in resource.secrets ? valueFor(applying, resource, "api_key", isMoved) : null;
}

function headersOf(applying: Applying, resource: Resource, isMoved: boolean): Record<string, string> {
  const paths = Object.keys(resource.secrets).filter((path) => path.startsWith("headers."));
  return Object.fromEntries(paths.map((path) => [partsOf(path)[1], valueFor(applying, resource, path, isMoved)]));
}

/** Returns a secret's value: the one that was sent, else the stored one, which is not sent to another server. */
function valueFor(applying: Applying, resource: Resource, path: string, isMoved: boolean): string {
  const sent = applying.secrets.valueOf(resource.secrets[path] as Reference);
  const value = isMoved ? sent : secretOf(applying, resource, path);
  if (value !== undefined) return value;
  throw new HttpError(400, `${path}: send its value, because the base URL has a different origin`);
}

export const changeAlias: Step = async (applying, difference) => {
  const { action, resource, workspace, name } = difference;
  if (action === "update") {
    const body = changedIn(difference, Object.keys(DEFAULTS.model_alias));
    await perform(applying, updateModelAlias, { params: { id: idOf(applying, difference) }, body });
    return;
  }
  const body = { ...resource.fields, name, workspace_id: placeOf(applying, workspace) };
  await create(applying, difference, createModelAlias, { body });
};

export const removeAlias = removal(deleteModelAlias);

/** Returns changes of aliases with each after those that it leads to; circular ones in the document's order. */
export function inAliasOrder(differences: readonly Difference[]): Difference[] {
  const byName = new Map(differences.map((one) => [refOf(one), one]));
  const sorted = new Set<Difference>();
  const visit = (one: Difference, seen: readonly Difference[]) => {
    if (seen.includes(one)) return;
    for (const { model } of one.resource.fields.targets as { model: string | null }[]) {
      const next = model === null ? undefined : byName.get(refOf({ ...one, name: model }));
      if (next) visit(next, [...seen, one]);
    }
    sorted.add(one);
  };
  for (const one of differences) visit(one, []);
  return [...sorted];
}
