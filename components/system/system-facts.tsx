"use client";

import type { ReactNode } from "react";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import { formatBytes, formatCount, formatPercent } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import type { System } from "./system.ts";

/** Below this share of free disk space, uploads and the database will soon fail. */
const LOW_SPACE = 0.1;

/** The process, its database, the ledger's journal and the file storage. */
export function SystemFacts({ system }: { system: System }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
      <Facts title="Gateway" status={["ok", "Up"]}>
        <Fact name="Version">{system.version}</Fact>
        <Fact name="Started">
          <Time value={system.started_at} />
        </Fact>
        <Fact name="Requests in progress">{formatCount(system.ledger.begun_calls)}</Fact>
      </Facts>
      <DatabaseFacts database={system.database} />
      <LedgerFacts ledger={system.ledger} />
      <StorageFacts storage={system.storage} />
    </div>
  );
}

function DatabaseFacts({ database }: Pick<System, "database">) {
  return (
    <Facts title="Database" status={["ok", "Responding"]}>
      <Fact name="Kind">
        PostgreSQL {database.version.split(" ")[0]}
        {database.kind === "embedded" && ", embedded"}
      </Fact>
      <Fact name="Response time">{formatDuration(database.answered_in_ms)}</Fact>
      <Fact name="Size">{formatBytes(database.size_bytes)}</Fact>
      <Fact name="Migrations">{formatCount(database.migrations)}</Fact>
    </Facts>
  );
}

function LedgerFacts({ ledger }: Pick<System, "ledger">) {
  const failing = ledger.failed_writes > 0;
  return (
    <Facts title="Ledger" status={failing ? ["bad", "Cannot write"] : ["ok", "Writing"]}>
      <Fact name="Not in the database yet">{formatCount(ledger.unwritten_calls)} requests</Fact>
      <Fact name="Failed writes in a row">{formatCount(ledger.failed_writes)}</Fact>
      {failing && (
        <p className="col-span-2 text-bad text-xs">Requests are kept on disk until the database accepts them.</p>
      )}
    </Facts>
  );
}

function StorageFacts({ storage }: Pick<System, "storage">) {
  const { free_bytes: free, total_bytes: total } = storage;
  const left = free !== null && total ? free / total : undefined;
  const status: [Tone, string] = !storage.reachable
    ? ["bad", "Not responding"]
    : left !== undefined && left < LOW_SPACE
      ? ["warn", "Low on space"]
      : ["ok", "Responding"];
  return (
    <Facts title="Files" status={status}>
      <Fact name="Stored">{storage.kind === "s3" ? "in a bucket" : "on disk"}</Fact>
      <Fact name="Location">
        <span className="break-all font-mono text-xs">{storage.place}</span>
      </Fact>
      {left !== undefined && (
        <Fact name="Free">
          {formatBytes(free)} of {formatBytes(total)} ({formatPercent(left, 0)})
        </Fact>
      )}
    </Facts>
  );
}

type FactsProps = { title: string; status: readonly [Tone, string]; children: ReactNode };

function Facts({ title, status: [tone, word], children }: FactsProps) {
  return (
    <Panel title={title} actions={<StatusChip tone={tone}>{word}</StatusChip>}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">{children}</dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 text-right tabular-nums">{children}</dd>
    </>
  );
}
