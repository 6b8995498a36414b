"use client";

import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import type { KeyUseSince } from "#lib/contract/key-reports.ts";
import { formatCount } from "#lib/format.ts";
import { agentName } from "#lib/generations/agents.ts";
import type { Key } from "../key-status.tsx";

type Use = z.output<typeof KeyUseSince>;

/** What a key did since it leaked, with a link to the requests. */
export function LeakUse({ record, use }: { record: Key; use: Use }) {
  const { since, requests, failed, cost_usd: costUsd, clients, models } = use;
  if (requests === 0) {
    return (
      <p className="text-muted">
        No requests since <Time value={since} format="absolute" />.
      </p>
    );
  }
  return (
    <>
      <p>
        {use.is_complete ? "" : "More than "}
        {formatCount(requests)} {requests === 1 ? "request" : "requests"} for <Money usd={costUsd} total />
        {failed > 0 && `, ${formatCount(failed)} of them failed`}, since <Time value={since} format="absolute" />. The
        last was <Time value={use.last_request_at} />. <LogsLink record={record} since={since} />
      </p>
      <Counts
        label="Clients"
        rows={clients.map(({ agent, user_agent, requests: count }) => ({
          name: agent ? agentName(agent) : (user_agent ?? "No user agent"),
          count,
        }))}
      />
      <Counts label="Models" rows={models.map(({ model, requests: count }) => ({ name: model, count }))} />
    </>
  );
}

function LogsLink({ record, since }: { record: Key; since: string }) {
  const { workspaces, currentWorkspace } = useShell();
  const nowMs = useNow();
  const { slug } = workspaces.find(({ id }) => id === record.workspace_id) ?? currentWorkspace;
  const range = new URLSearchParams({
    range: "custom",
    from: since,
    to: new Date(Math.max(nowMs ?? 0, Date.parse(since) + 60_000)).toISOString(),
    key: record.hash,
  });
  return (
    <Link href={`/w/${slug}/logs?${range}`} className="underline">
      Show them in Logs
    </Link>
  );
}

type Row = { name: string; count: number };

function Counts({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <div className="flex flex-col gap-1 text-xs">
      <h4 className="text-muted">{label}</h4>
      <ul aria-label={label} className="flex flex-col gap-1">
        {rows.map(({ name, count }) => (
          <li key={name} className="flex justify-between gap-4">
            <bdi className="truncate" title={name}>
              {name}
            </bdi>
            <span className="tabular-nums">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
