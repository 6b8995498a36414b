import { ConfigDocument } from "#lib/contract/config-document.ts";
import { type AppliedConfigRow, findAppliedConfig } from "#server/data/config.ts";
import type { Queries } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";

export type AppliedDocument = Omit<AppliedConfigRow, "document"> & { document: ConfigDocument };

/** Returns the document that was applied last; undefined if none was. Throws 409 if this version cannot read it. */
export async function findAppliedDocument(
  queries: Queries,
  organizationId: string,
): Promise<AppliedDocument | undefined> {
  const row = await findAppliedConfig(queries, organizationId);
  if (!row) return undefined;
  const { data: document } = ConfigDocument.safeParse(row.document);
  if (!document) throw new HttpError(409, "An earlier version applied the last document; apply it again");
  return { ...row, document };
}
