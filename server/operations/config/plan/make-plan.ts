import { createHash } from "node:crypto";
import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { Queries } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Problem, rejectProblems } from "../document/problems.ts";
import { type ReadDocument, readDocument } from "../document/read-document.ts";
import { labelOf, partsOf, refOf } from "../document/resources.ts";
import { nameOf, type Secrets } from "../document/secrets.ts";
import type { ConfigState } from "../state/config-state.ts";
import { readState } from "../state/read-state.ts";
import { changeOf, type Difference, differencesOf, isManaged } from "./differences.ts";
import { withoutPast, withoutStrangers } from "./reduce-document.ts";

export type Plan = ReadDocument & {
  state: ConfigState;
  differences: Difference[];
  /** SHA-256 of the changes, in hexadecimal. */
  hash: string;
  notes: string[];
};

/**
 * Compares a document with an organization's state. Throws 400 for an invalid document, and 409 if two records that it
 * manages have the same name.
 */
export async function makePlan(
  gateway: Gateway,
  queries: Queries,
  organizationId: string,
  { text, secrets }: { text: string; secrets: Secrets },
): Promise<Plan> {
  const read = readDocument(text);
  const state = await readState(gateway, queries, organizationId);
  const { document, notes } = withoutStrangers(withoutPast(read.document, gateway.now()), state);
  rejectAmbiguous(state.ambiguous.filter((resource) => isManaged(document, resource)));
  const differences = differencesOf(document, state, secrets);
  rejectProblems([...missingSecrets(differences, secrets), ...defaultMembers(document, state)], read.positionOf);
  const hash = createHash("sha256")
    .update(JSON.stringify([organizationId, differences.map(changeOf)]))
    .digest("hex");
  return { document, positionOf: read.positionOf, state, differences, hash, notes };
}

/** Throws 409 that lists duplicate names, because documents identify records by name. */
export function rejectAmbiguous(resources: ConfigState["ambiguous"]): void {
  if (resources.length === 0) return;
  throw new HttpError(
    409,
    `Several records have the same name; rename or delete them first: ${resources.map(labelOf).join(", ")}`,
  );
}

/** Everyone is a member of the default workspace, so it has no list of members. */
function defaultMembers({ workspaces = [] }: ConfigDocument, { resources }: ConfigState): Problem[] {
  return workspaces.flatMap(({ slug, members }, index): Problem[] => {
    const stored = resources.get(refOf({ kind: "workspace", workspace: slug, name: slug }));
    if (!members || !stored || stored.fields.members !== undefined) return [];
    const message = "Every member of the organization is in the default workspace";
    return [{ path: ["workspaces", index, "members"], message }];
  });
}

/** A new record needs its secrets; a stored one keeps those that were not sent. */
function missingSecrets(differences: readonly Difference[], secrets: Secrets): Problem[] {
  return differences.flatMap(({ action, fields, resource }) =>
    fields.flatMap(({ field, before }): Problem[] => {
      const reference = resource.secrets[field];
      if (action === "delete" || !reference || before !== null || secrets.valueOf(reference) !== undefined) return [];
      const message = `The secret ${nameOf(reference)} has no value, and the gateway has none stored`;
      return [{ path: [...resource.path, ...partsOf(field)], message }];
    }),
  );
}
