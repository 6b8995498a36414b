import type { LeakPolicy, LeakState } from "#lib/keys/leak-states.ts";
import { recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import { updateKey } from "#server/data/api-keys.ts";
import { insertKeyReport, lockReportedKey, type ReportedKey, scheduleLeakRules } from "#server/data/key-reports.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { keyTarget, toAuditKey } from "../audit-key.ts";
import { changesByReport } from "./next-leak-state.ts";
import { notifyPeople } from "./notify-people.ts";
import type { Match, Reporter } from "./report-matches.ts";

type Report = { reporter: Reporter; matches: readonly Match[] };
type Caller = Pick<Call, "requestId" | "address"> & { principal: Principal | undefined };

/**
 * Stores where a key was found, and applies its workspace's policy if a place is new. A repeated report changes nothing,
 * so that it cannot stop a key again that an administrator enabled. Returns whether the key changed.
 */
export async function applyReport(gateway: Gateway, caller: Caller, found: ReportedKey, report: Report) {
  const now = new Date(gateway.now());
  return gateway.database.queries.transaction(async (queries) => {
    const before = await lockReportedKey(queries, found.key.hash);
    if (!before) return false;
    const { reporter } = report;
    const fresh: Match[] = [];
    for (const match of report.matches) {
      const { place, url, source, leakedAt } = match;
      const isNew = await insertKeyReport(
        queries,
        { keyHash: before.hash, place, url, source, reporter, leakedAt },
        now,
      );
      if (isNew) fresh.push(match);
    }
    const [first] = fresh;
    if (!first) return false;
    const { workspaceId, hash } = before;
    const changes = changesByReport(found.policy as LeakPolicy, before, now);
    const after = await updateKey(queries, workspaceId, hash, changes);
    if (!after) return false;
    await recordChange(queries, auditedCall(caller, found, reporter), {
      action: "key.report",
      target: keyTarget(after),
      before: toAuditKey(before),
      after: { ...toAuditKey(after), report: { reporter, url: first.url, source: first.source, places: fresh.length } },
      workspaceId,
    });
    const isChannelTold = await scheduleLeakRules(queries, workspaceId, now);
    const state = after.leakState as LeakState;
    await notifyPeople(gateway, queries, { ...found, key: after }, { state, reporter, match: first, isChannelTold });
    return true;
  });
}

const ACTORS = { github: "GitHub secret scanning", anyone: "report of a leaked key" };

/** A key that the configuration file manages is stopped too, so that `managed` is left out. */
function auditedCall(
  { requestId, address, principal }: Caller,
  { key, organizationId }: ReportedKey,
  reporter: Reporter,
) {
  if (reporter === "organization" && principal) return { requestId, address, principal };
  const { workspaceId } = key;
  const actorName = reporter === "github" ? ACTORS.github : ACTORS.anyone;
  return { requestId, address, principal: { workspaceId, organizationId, userId: null, management: false, actorName } };
}
