import { createHash } from "node:crypto";
import { ensureOrganization } from "#server/auth/set-up.ts";
import type { ConfigFile } from "#server/caller/config-file.ts";
import { findAppliedConfig } from "#server/data/config.ts";
import type { Gateway } from "#server/gateway.ts";
import { logFailure, runEvery } from "#server/jobs/run-every.ts";
import { readConfigFile } from "#server/security/read-config-file.ts";
import { applyFile, type FileContent, rejectFile, reportProblem } from "./apply-file.ts";

const JOB = "follow the configuration file";
const READ_EVERY_MS = 2_000;
/** How often to retry a document that waits for people to join. */
const RETRY_EVERY_MS = 60_000;

/**
 * Applies the document in CONFIG_FILE, and again whenever the file or a secret that it refers to changes. A file that
 * cannot be applied leaves the last document in effect. Does nothing without CONFIG_FILE.
 */
export async function followConfigFile(gateway: Gateway): Promise<void> {
  const { configFile, log } = gateway;
  if (!configFile) return;
  const follow = follower(gateway, configFile);
  await follow().catch((error: unknown) => logFailure(log, JOB, error));
  gateway.addJob(runEvery(READ_EVERY_MS, JOB, follow, log));
}

/** The last content that was applied or rejected. */
type Handled = { contentDigest: string; isApplied: boolean; waitsForPeople: boolean; atMs: number };

function follower(gateway: Gateway, file: ConfigFile): () => Promise<void> {
  let handled: Handled | undefined;
  return async () => {
    const read = await readConfigFile(file.path, gateway.environment.variables).catch((error: Error) => error);
    if (read instanceof Error) {
      handled = undefined;
      return rejectFile(gateway, file, read.message);
    }
    const content = { ...read, digest: digestOf(read.document) };
    const contentDigest = digestOf(JSON.stringify([read.document, read.secrets]));
    const isNew = handled?.contentDigest !== contentDigest;
    if (!isNew && !(handled?.isApplied && (await isInForce(gateway, file, content)))) return;
    const isDue = handled?.waitsForPeople && gateway.now() - handled.atMs >= RETRY_EVERY_MS;
    if (isNew || isDue) handled = { contentDigest, ...(await applyFile(gateway, file, content)), atMs: gateway.now() };
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Returns whether the file that this process has applied is still the last one applied. Reports a different one and
 * leaves it in effect: two processes with different files would otherwise undo each other's changes forever.
 */
async function isInForce(gateway: Gateway, file: ConfigFile, { digest }: FileContent): Promise<boolean> {
  const { organization } = await ensureOrganization(gateway.database);
  const applied = await findAppliedConfig(gateway.database.queries, organization.id);
  if (applied?.fileDigest === digest) {
    file.problem = undefined;
    return true;
  }
  const by = applied ? ` by ${applied.appliedBy}` : "";
  reportProblem(gateway, file, `Another document was applied${by}. Give every process the same file.`);
  return false;
}
