import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { ledgerTable, table } from "#tests/faults/report.ts";
import type { FailureLine } from "./installation.ts";
import type { PoolerResults } from "./poolers.ts";
import type { RedisLine } from "./redis.ts";
import type { ReplicaLine } from "./replica.ts";

export type Results = {
  standby: FailureLine[];
  replica: ReplicaLine[];
  poolers: PoolerResults;
  redis: RedisLine[];
};

/** The time limit for the processes to use a promoted standby. */
const MOST_BACK_MS = 5_000;

const INTRODUCTION = `# Distributed engines

Written by \`npm run engines\`; do not edit. Two processes share the servers below, with eight callers whose key has a spending limit. Each failure happens under load.`;

/** Returns the report as Markdown. */
export function reportOf({ standby, replica, poolers, redis }: Results): string {
  const failures = [...standby, poolers.failure, ...redis];
  return [
    INTRODUCTION,
    `Measured with Node ${process.version} on ${cpus().length} CPUs, ${versions().join(", ")}.`,
    "## Failures under load",
    "Back after: from the promotion of the standby, the start of PgBouncer, or the end of the Redis server, until both processes used the other server again.",
    ledgerTable(["Failure", "Back after", "Other outcomes"], failures, ({ failure, backAfterMs, others }) => [
      failure,
      backAfterMs === undefined ? "never" : `${(backAfterMs / 1000).toFixed(1)} s`,
      others,
    ]),
    "## Rate limits that two processes share",
    table(
      ["Redis", "Served in two processes before", "After"],
      redis.map(({ failure, sharedBefore, sharedAfter }) => [failure, sharedBefore, sharedAfter]),
    ),
    "## A read replica",
    table(
      ["State", "Logs are read from", "The last request is listed", "Status", "Health says so"],
      replica.map((line) => [
        line.state,
        line.readFrom,
        line.isComplete ? "yes" : "no",
        line.status,
        line.degraded ? "yes" : "no",
      ]),
    ),
    "## PgBouncer",
    table(
      ["Mode", "Outcome"],
      [
        ["session", poolers.sessionMode],
        ["transaction, without DATABASE_DIRECT_URL", poolers.refusal],
        ["transaction, with DATABASE_DIRECT_URL", poolers.transactionMode],
      ],
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Returns whether every check passed. */
export function isClean({ standby, replica, poolers, redis }: Results): boolean {
  const isExact = ({ wrong, rows, complete, rowsNanoUsd, chargedNanoUsd, backAfterMs }: FailureLine) =>
    wrong === 0 && rows >= complete && rowsNanoUsd === chargedNanoUsd && backAfterMs !== undefined;
  const isSoon = standby.every(({ backAfterMs = MOST_BACK_MS }) => backAfterMs < MOST_BACK_MS);
  const isServed = replica.every(({ status, readFrom, isComplete }) => {
    return status === 200 && (isComplete || readFrom === "replica");
  });
  const isTold = poolers.refusal.includes("DATABASE_DIRECT_URL") && !poolers.refusal.startsWith("starts");
  const isShared = redis.every(({ sharedBefore, sharedAfter }) => sharedBefore === sharedAfter);
  return [...standby, poolers.failure, ...redis].every(isExact) && isSoon && isServed && isTold && isShared;
}

function versions(): string[] {
  const first = (program: string, pattern: RegExp) =>
    pattern.exec(execFileSync(program, ["--version"]).toString())?.[0] ?? program;
  return [
    `PostgreSQL ${first("psql", /\d+\.\d+/)}`,
    `PgBouncer ${first("pgbouncer", /\d+\.\d+\.\d+/)}`,
    `Redis ${first("redis-server", /\d+\.\d+\.\d+/)}`,
  ];
}
