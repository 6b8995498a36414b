import type { Health } from "#server/catalogue/health.ts";
import { insertAudit } from "#server/data/audit.ts";
import { announce } from "#server/data/changes.ts";
import type { Database } from "#server/data/database.ts";
import { type ModelAliasRow, stopCanary } from "#server/data/model-aliases.ts";
import type { Log } from "#server/log.ts";
import type { AliasDirectory } from "#server/pipeline/aliases/alias-directory.ts";
import { faultOfCanary, runningCanary, sideOf } from "#server/pipeline/aliases/judge-canary.ts";
import { type Job, runEvery } from "./run-every.ts";

/** A canary's failures reach their callers until it is stopped. Without canaries, a run does nothing. */
const LOOK_MS = 2_000;

type Parts = { aliases: AliasDirectory; health: Health; database: Database; log: Log; now(): number };

/**
 * Stops the canaries of model aliases that fail more often than the other targets, or are slower. Every process looks,
 * with the statistics of all; the first one to see it stops the canary for all and writes the audit entry.
 */
export function startCanaryJob(parts: Parts): Job {
  const { aliases, health, database, log, now } = parts;
  const look = async () => {
    for (const alias of aliases.withCanary()) {
      const settings = runningCanary(alias);
      if (!settings) continue;
      const reason = faultOfCanary(
        settings,
        sideOf(health, alias, "canary", now()),
        sideOf(health, alias, "stable", now()),
      );
      if (reason === undefined) continue;
      const isStopped = await stop(database, alias, { reason, at: new Date(now()) });
      await aliases.refresh();
      if (!isStopped) continue;
      await announce(database, "model-aliases");
      log.warn({ alias: alias.name, workspace: alias.workspaceId, reason }, "a canary was rolled back");
    }
  };
  return runEvery(LOOK_MS, "roll back canaries", look, log);
}

async function stop(database: Database, alias: ModelAliasRow, stopped: { reason: string; at: Date }): Promise<boolean> {
  return database.queries.transaction(async (queries) => {
    const found = await stopCanary(queries, alias, stopped);
    if (!found) return false;
    const { organizationId, row } = found;
    await insertAudit(queries, {
      organizationId,
      workspaceId: row.workspaceId,
      actorName: "automatic rollback",
      action: "model_alias.roll_back",
      targetType: "model_alias",
      targetId: row.id,
      targetName: row.name,
      before: { rollout: { status: "running", rolled_back_at: null, reason: null } },
      after: {
        rollout: { status: "rolled_back", rolled_back_at: stopped.at.toISOString(), reason: stopped.reason },
      },
      requestId: "roll back canaries",
      address: "this gateway",
    });
    return true;
  });
}
