import { randomUUID } from "node:crypto";
import { ensureOrganization } from "#server/auth/set-up.ts";
import type { ConfigFile } from "#server/caller/config-file.ts";
import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { applyDocument } from "../apply/apply-document.ts";
import { secretsFrom } from "../document/secrets.ts";
import { findAppliedDocument } from "../state/applied-document.ts";
import { managedRecords } from "./managed-records.ts";

/** `digest`: SHA-256 of the document's text, in hexadecimal. `secrets`: values by reference. */
export type FileContent = { document: string; secrets: Record<string, string>; digest: string };

/** `waitsForPeople`: the document names people who are not members yet. */
type Outcome = { isApplied: boolean; waitsForPeople: boolean };

/** Applies a file's document, or says why it is rejected. Throws if the database does not respond. */
export async function applyFile(gateway: Gateway, file: ConfigFile, content: FileContent): Promise<Outcome> {
  const { organization, workspace } = await ensureOrganization(gateway.database);
  const principal = fileAsPrincipal(file, organization.id, workspace.id);
  try {
    const { plan, isApplied, counts } = await applyDocument(
      gateway,
      { principal, requestId: randomUUID(), address: "" },
      {
        text: content.document,
        secrets: secretsFrom(content.secrets),
        fileDigest: content.digest,
        // Another process with the same file may have applied it.
        admits: ({ differences }, applied) => differences.length > 0 || applied?.fileDigest !== content.digest,
      },
    );
    const { document, notes } = plan;
    file.managed = await managedRecords(gateway, organization.id, { file: file.path, document });
    file.problem = undefined;
    if (isApplied) gateway.log.info({ file: file.path, ...counts, notes }, "configuration file applied");
    return { isApplied: true, waitsForPeople: notes.length > 0 };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    await rejectFile(gateway, file, error.message, error.metadata?.problems);
    return { isApplied: false, waitsForPeople: false };
  }
}

/** A file has the permissions of an owner. */
function fileAsPrincipal({ path }: ConfigFile, organizationId: string, workspaceId: string): Principal {
  const actorName = `configuration file ${path}`;
  return { organizationId, workspaceId, userId: null, management: true, role: "owner", actorName };
}

/** Reports a file that cannot be applied. The records of the last applied document remain managed. */
export async function rejectFile(
  gateway: Gateway,
  file: ConfigFile,
  message: string,
  problems?: unknown,
): Promise<void> {
  reportProblem(gateway, file, message, problems);
  if (file.managed) return;
  const { organization } = await ensureOrganization(gateway.database);
  const last = await findAppliedDocument(gateway.database.queries, organization.id);
  if (!last?.fileDigest) return;
  file.managed = await managedRecords(gateway, organization.id, { file: file.path, document: last.document });
}

/** Shows a problem, and logs it once. */
export function reportProblem({ log, now }: Gateway, file: ConfigFile, message: string, problems?: unknown): void {
  if (file.problem?.message === message) return;
  file.problem = { message, sinceMs: file.problem?.sinceMs ?? now() };
  log.error({ file: file.path, reason: message, problems }, "the configuration file is not in effect");
}
