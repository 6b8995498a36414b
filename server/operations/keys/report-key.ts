import { reportKey as endpoint } from "#lib/contract/key-reports.ts";
import { hasWrongChecksum } from "#server/auth/keys/key-checksum.ts";
import { verifyScannerSignature } from "#server/auth/keys/scanner-signature.ts";
import { networkOf } from "#server/auth/sign-in-throttle.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findReportedKeys, type ReportedKey } from "#server/data/key-reports.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type Call, operation } from "#server/http/operation.ts";
import { applyReport } from "./leaks/apply-report.ts";
import { type Match, matchesOf } from "./leaks/report-matches.ts";
import { publishKeys } from "./publish-keys.ts";

/** Tells strangers nothing: the response does not depend on whether a key exists. */
export const reportKey = operation(endpoint)(async (gateway, call) => {
  const isFromGithub = await verifyGithub(gateway, call);
  const matches = matchesOf(call.body, new Date(gateway.now()));
  const known = await findKeys(gateway, matches);
  for (const found of known) {
    const own = matches.filter(({ hash }) => found.hashes.includes(hash));
    const reporter = isFromGithub ? "github" : isAdministrator(call.principal, found) ? "organization" : "anyone";
    const hasChanged = await applyReport(gateway, call, found, { reporter, matches: own });
    if (!hasChanged) continue;
    await publishKeys(gateway, found.key.hash);
    gateway.alertsDue.wake();
    const { label, workspaceId: workspace } = found.key;
    gateway.log.warn({ label, workspace, reporter }, "a key was reported as leaked");
  }
  return isFromGithub ? feedbackOn(matches, known) : { data: { received: matches.length } };
});

/**
 * Counts the report, and returns whether a signature of GitHub's secret scanning was verified. A signature that cannot be
 * checked counts as none, so that a report is not lost when GitHub changes its keys. Throws 401 for a wrong one, and 429.
 */
async function verifyGithub(gateway: Gateway, { headers, bytes, address }: Call): Promise<boolean> {
  const identifier = headers.get("github-public-key-identifier");
  const signature = headers.get("github-public-key-signature");
  const keys = gateway.environment.SECRET_SCANNING_KEYS;
  const isSigned = identifier !== null && signature !== null && bytes !== undefined && keys !== undefined;
  const isKnown = isSigned && keys.some(({ id }) => id === undefined || id === identifier);
  await gateway.rates.takeStep(isKnown ? "signed-key-report" : "key-report", networkOf(address));
  if (isKnown && verifyScannerSignature(keys, bytes, { identifier, signature })) return true;
  if (isKnown) throw new HttpError(401, "The Github-Public-Key-Signature does not match the request body");
  if (isSigned) gateway.log.warn({}, "a key report is signed with a key that is not in SECRET_SCANNING_KEYS");
  return false;
}

function findKeys(gateway: Gateway, matches: readonly Match[]): Promise<ReportedKey[]> {
  const hashes = new Set(matches.filter(({ token }) => !hasWrongChecksum(token)).map(({ hash }) => hash));
  if (hashes.size === 0) return Promise.resolve([]);
  return findReportedKeys(gateway.database.queries, [...hashes], new Date(gateway.now()));
}

function isAdministrator(principal: Principal | undefined, { organizationId }: ReportedKey): boolean {
  return principal?.management === true && principal.organizationId === organizationId;
}

/** Keys of other gateways and deleted keys have the same form, so that nothing can be said about unknown ones. */
function feedbackOn(matches: readonly Match[], known: readonly ReportedKey[]) {
  const hashes = new Set(known.flatMap((found) => found.hashes));
  return matches.flatMap(({ token, hash, type }) => {
    const isKey = hashes.has(hash);
    if (!isKey && !hasWrongChecksum(token)) return [];
    const label = isKey ? ("true_positive" as const) : ("false_positive" as const);
    return [{ token_hash: hash, token_type: type, label }];
  });
}
