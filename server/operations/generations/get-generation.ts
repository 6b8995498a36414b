import { getGeneration as endpoint } from "#lib/contract/generations.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import { findGeneration } from "#server/data/generations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { allPriceIds } from "#server/ledger/prices/cost-proof.ts";
import { findStoredPrices } from "#server/ledger/prices/stored-prices.ts";
import { contentFacts } from "./content-facts.ts";
import { generationRecord } from "./generation-record.ts";
import { keyNames } from "./key-names.ts";

/**
 * A key finds the rows of its workspace, a signed-in member their own there, a management caller those of its
 * organization.
 */
export const getGeneration = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger } = gateway;
  const { management, organizationId, workspaceId } = principal;
  await ledger.flush();
  const row = await findGeneration(database.queries, management ? { organizationId } : { workspaceId }, query.id);
  const userId = ownerOnly(principal);
  if (!row || !coversWorkspace(principal, row.workspaceId) || (userId && row.userId !== userId))
    throw new HttpError(404, "Generation not found");
  const prices = await findStoredPrices(database.queries, allPriceIds(row));
  const keys = await keyNames(gateway, { organizationId, workspaceId: row.workspaceId }, [row]);
  const mayReadName = principal.key === undefined || management || principal.key.hash === row.keyHash;
  const name = mayReadName && row.keyHash ? keys.find(row.keyHash)?.name : undefined;
  const content = await contentFacts(gateway, row);
  return { data: { ...generationRecord(row, prices), api_key_name: name ?? null, content } };
});
