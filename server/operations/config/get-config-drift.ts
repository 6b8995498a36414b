import { getConfigDrift as endpoint } from "#lib/contract/config.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { labelOf } from "./document/resources.ts";
import { secretsFrom } from "./document/secrets.ts";
import { changeOf, differencesOf, isManaged } from "./plan/differences.ts";
import { withoutPast, withoutStrangers } from "./plan/reduce-document.ts";
import { findAppliedDocument } from "./state/applied-document.ts";
import { readState } from "./state/read-state.ts";

export const getConfigDrift = operation(endpoint)(async (gateway, { principal }) => {
  const { queries } = gateway.database;
  const file = fileRecord(gateway);
  const applied = await findAppliedDocument(queries, principal.organizationId);
  if (!applied) return { data: { applied: null, has_drift: false, changes: [], notes: [], file } };
  const state = await readState(gateway, queries, principal.organizationId);
  const { document, notes } = withoutStrangers(withoutPast(applied.document, gateway.now()), state);
  const changes = differencesOf(document, state, secretsFrom()).map(changeOf);
  const twins = state.ambiguous.filter((resource) => isManaged(document, resource)).map(labelOf);
  return {
    data: {
      applied: { at: applied.appliedAt.toISOString(), by: applied.appliedBy, plan_hash: applied.planHash },
      has_drift: changes.length > 0 || twins.length > 0,
      changes,
      notes: [...notes, ...twins.map((label) => `Several records have the same name: ${label}`)],
      file,
    },
  };
});

function fileRecord({ configFile }: Gateway): ResponseOf<typeof endpoint>["data"]["file"] {
  if (!configFile) return null;
  const { path, problem } = configFile;
  return {
    path,
    problem: problem?.message ?? null,
    problem_since: problem ? new Date(problem.sinceMs).toISOString() : null,
  };
}
