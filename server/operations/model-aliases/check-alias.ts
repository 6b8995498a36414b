import type { AliasTarget } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Scope = { organizationId: string; workspaceId: string };

/** Throws 409 for a name that a model of the workspace has. */
export function requireFreeName({ providerSets }: Gateway, scope: Scope, name: string): void {
  if (providerSets.of(scope).catalogue.find(name))
    throw new HttpError(409, `A model with the ID ${name} already exists`);
}

/** Throws 400 for a target that does not exist, and for aliases that lead back to `name`. */
export function checkTargets(gateway: Gateway, scope: Scope, name: string, targets: readonly AliasTarget[]): void {
  const { aliases, providerSets, presets } = gateway;
  const { workspaceId } = scope;
  for (const [index, { model, preset }] of targets.entries()) {
    const at = `Invalid request: targets[${index}]`;
    if (preset !== null && !presets.find(workspaceId, preset))
      throw new HttpError(400, `${at}.preset: no such preset: ${preset}`);
    if (model === null) continue;
    if (!aliases.find(workspaceId, model) && model !== name && !providerSets.of(scope).catalogue.resolve(model))
      throw new HttpError(400, `${at}.model: no such model: ${model}`);
    if (leadsTo(gateway, workspaceId, model, name))
      throw new HttpError(400, `${at}.model: ${model} leads back to ${name}`);
  }
}

function leadsTo({ aliases }: Gateway, workspaceId: string, from: string, name: string): boolean {
  const queue = [from];
  const seen = new Set(queue);
  for (const one of queue) {
    if (one === name) return true;
    for (const { model } of aliases.find(workspaceId, one)?.targets ?? []) {
      if (model === null || seen.has(model)) continue;
      seen.add(model);
      queue.push(model);
    }
  }
  return false;
}
