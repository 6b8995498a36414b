import { RATE_LIMIT_FIELDS, type RateLimitField } from "#lib/contract/rate-limits.ts";
import { findKey } from "#server/data/api-keys.ts";
import { isMember } from "#server/data/members.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Scope = { organizationId: string; workspaceId: string };
type Subject = { subject: string; key_hash: string | null; user_id: string | null };
type Settings = { [Field in RateLimitField]: number | null } & { priority: string | null };

/** Throws 400 for a key or member that the workspace does not have, or that the subject does not go with. */
export async function checkSubject(gateway: Gateway, scope: Scope, given: Subject): Promise<void> {
  const { queries } = gateway.database;
  const { subject, key_hash: hash, user_id: userId } = given;
  if (hash !== null && subject !== "key") throw invalid("key_hash", "requires the subject `key`");
  if (userId !== null && subject !== "member") throw invalid("user_id", "requires the subject `member`");
  if (hash !== null) {
    const key = await findKey(queries, scope.workspaceId, hash);
    if (!key || key.rotatedTo !== null) throw invalid("key_hash", "no such key in this workspace");
  }
  if (userId !== null && !(await isMember(queries, scope.organizationId, userId)))
    throw invalid("user_id", "no such member of the organization");
}

/** Returns the id of a model by any of its names. Throws 400 for an unknown one. */
export function modelIdOf({ providerSets }: Gateway, scope: Scope, model: string): string {
  const found = providerSets.of(scope).catalogue.resolve(model);
  if (!found) throw invalid("model", `no such model: ${model}. For an alias, name the model that it stands for.`);
  return found.model.id;
}

/** Throws 400 for a rule that would do nothing. */
export function requireEffect(settings: Settings): void {
  if (settings.priority !== null || RATE_LIMIT_FIELDS.some((field) => settings[field] !== null)) return;
  throw invalid("requests_per_minute", "set at least one limit or a priority");
}

function invalid(field: string, problem: string): HttpError {
  return new HttpError(400, `Invalid request: ${field}: ${problem}`);
}
