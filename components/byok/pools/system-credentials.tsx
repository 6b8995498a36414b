"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { useProviders } from "../use-providers.ts";
import { LiveChip, LiveLine } from "./live-state.tsx";
import { nameOfStrategy } from "./strategies.ts";
import { type LiveCredential, type Pool, usePools } from "./use-pools.ts";

/** The credentials that the installation's environment sets, with their state. */
export function SystemCredentials({ provider }: { open: boolean; provider: string | null }) {
  const { system, error } = usePools();
  const pools = system.filter((pool) => provider === null || pool.provider === provider);
  if (error && pools.length === 0)
    return <p className="mt-4 text-muted text-sm">The state of the credentials could not be loaded: {error.message}</p>;
  if (pools.length === 0) return null;
  return (
    <Panel
      title="System credentials"
      description="From the gateway's environment, for all workspaces"
      flush
      className="mt-4"
    >
      <Table caption="State of the system credentials" stickyFirst={false} className="table-fixed">
        <TableHead>
          <TableHeader className="w-40 md:first:pl-4">Provider</TableHeader>
          <TableHeader>Credential</TableHeader>
          <TableHeader className="w-[32%]">State</TableHeader>
          <TableHeader className="w-36 max-lg:hidden">Used</TableHeader>
          <TableHeader className="w-44 max-lg:hidden">Last error</TableHeader>
        </TableHead>
        <TableBody>
          {pools.flatMap((pool) =>
            pool.credentials.map((live) => <SystemRow key={`${pool.provider} ${live.id}`} pool={pool} live={live} />),
          )}
        </TableBody>
      </Table>
    </Panel>
  );
}

function SystemRow({ pool, live }: { pool: Pool; live: LiveCredential }) {
  const name = useProviders().nameOfProvider(pool.provider);
  return (
    <TableRow className="max-md:px-4 last:border-b-0">
      <TableCell line="first" className="max-w-0 truncate md:first:pl-4">
        {name}
      </TableCell>
      <TableCell mono className="max-w-0 truncate max-md:w-full max-md:max-w-full" title={live.name}>
        {live.name}
      </TableCell>
      <TableCell className="py-1">
        <span className="flex flex-col gap-0.5">
          {live.state === "ready" ? <StatusChip tone="ok">Ready</StatusChip> : <LiveChip {...live} />}
          <LiveLine live={live} />
        </span>
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        {pool.credentials.length > 1 ? usedAs(pool, live) : <span className="text-muted">always</span>}
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        {live.last_error ? (
          <span title={live.last_error.type}>
            <Time value={live.last_error.at} />{" "}
            <span className="text-muted text-xs">HTTP {live.last_error.status}</span>
          </span>
        ) : (
          <span className="text-muted">none</span>
        )}
      </TableCell>
    </TableRow>
  );
}

function usedAs({ strategy }: Pool, { weight, tier }: LiveCredential): string {
  return [
    nameOfStrategy(strategy),
    strategy !== "ordered" && weight !== 1 && `weight ${weight}`,
    tier !== 1 && `tier ${tier}`,
  ]
    .filter(Boolean)
    .join(", ");
}
