import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { ProviderSets } from "../custom-providers/provider-sets.ts";
import { sessionOf } from "../planning/sessions.ts";
import type { AliasDirectory } from "./alias-directory.ts";
import type { Arm } from "./arm.ts";
import { type Resolved, resolveAlias } from "./resolve-alias.ts";

type Parts = { aliases: AliasDirectory; providerSets: ProviderSets };
type Call = { principal: Principal; headers?: CallerHeaders };
/** `arms`: the canaries that the request takes part in. */
type Named = { body: Body; requestedModel?: string; arms?: readonly Arm[] };

/**
 * Returns a body with the models that its aliases stand for, and the requested alias; the same body if it names none.
 * Throws 404 if an alias leads to a model that does not exist, and 400 for circular ones.
 */
export function withAlias(parts: Parts, call: Call, body: Body): Named {
  const { workspaceId } = call.principal;
  if (!parts.aliases.hasAny(workspaceId)) return { body };
  const subject = subjectOf(call, body);
  const resolve = (name: unknown): Resolved | undefined => {
    const found = typeof name === "string" ? resolveAlias(parts.aliases, workspaceId, name, subject) : undefined;
    const { model } = found ?? {};
    if (model && !parts.providerSets.of(call.principal).catalogue.resolve(model)) throw goneError(String(name), model);
    return found;
  };
  const main = resolve(body.model);
  const models = Array.isArray(body.models) ? body.models.map((name) => resolve(name)?.model ?? name) : undefined;
  const isChanged = main !== undefined || models?.some((name, index) => name !== (body.models as unknown[])[index]);
  if (!isChanged) return { body };
  const resolved: Body = { ...body, ...(models && { models }), ...(main && fieldsOf(main, body)) };
  if (main && main.model === null) delete resolved.model;
  const arms = main && main.arms.length > 0 ? { arms: main.arms } : undefined;
  return { body: withNumbersOf(body, resolved), ...(main && { requestedModel: String(body.model) }), ...arms };
}

/** Returns the session or user whose requests stay with one target. */
function subjectOf({ headers }: Call, body: Body): string | undefined {
  const session = headers && sessionOf(body, headers);
  return session ?? (typeof body.user === "string" && body.user !== "" ? body.user : undefined);
}

/** What the request itself states takes precedence. */
function fieldsOf({ model, preset, providerOrder }: Resolved, body: Body): Body {
  const routing = (body.provider ?? {}) as { order?: unknown };
  return {
    ...(model !== null && { model }),
    ...(preset !== null && !body.preset && { preset }),
    ...(providerOrder && !routing.order && { provider: { ...routing, order: providerOrder } }),
  };
}

function goneError(alias: string, model: string): HttpError {
  const metadata = { reason: "unknown_model", suggestions: [] };
  return new HttpError(404, `The alias ${alias} leads to ${model}, and there is no such model.`, { metadata });
}
