import { getGenerationContent as endpoint } from "#lib/contract/generation-content.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findContent } from "#server/data/generation-contents.ts";
import { findGeneration, type GenerationRow } from "#server/data/generations.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { contentRecord } from "#server/pipeline/guard/content-record.ts";
import { contentNotStored } from "./content-not-stored.ts";

const UNREADABLE = "The stored content of this request cannot be decrypted with the secret of this gateway";

/** Callers who can find a generation may read its content, but a key reads only that of its own requests. */
export const getGenerationContent = operation(endpoint)(async (gateway, { principal, query }) => {
  const row = await rowInReach(gateway, principal, query.id);
  await gateway.contents.flush();
  const stored = await findContent(gateway.database.queries, row);
  if (!stored) throw contentNotStored(gateway, row);
  const content = gateway.contents.open(stored);
  if (!content) throw new HttpError(404, UNREADABLE);
  return { data: contentRecord(content) };
});

async function rowInReach({ database, ledger }: Gateway, principal: Principal, id: string): Promise<GenerationRow> {
  const { management, organizationId, workspaceId, key } = principal;
  await ledger.flush();
  const row = await findGeneration(database.queries, management ? { organizationId } : { workspaceId }, id);
  const userId = ownerOnly(principal);
  if (!row || !coversWorkspace(principal, row.workspaceId) || (userId && row.userId !== userId))
    throw new HttpError(404, "Generation not found");
  if (management || !key || row.keyHash === key.hash) return row;
  throw new HttpError(
    403,
    "A key can read the content of its own requests; a management key can read that of every request",
  );
}
