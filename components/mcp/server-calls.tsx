"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { query } from "#lib/api/query.ts";
import { listMcpCalls } from "#lib/contract/mcp-servers.ts";
import { formatCount } from "#lib/format.ts";
import type { Server } from "./mcp-view.ts";

/** The calls of a server's tools in the last seven days. */
export function ServerCalls({ server }: { server: Server }) {
  const { slug } = useShell().currentWorkspace;
  const result = useQuery(query(listMcpCalls, { params: { id: server.id } }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The calls could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="calls">
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  return (
    <Panel title="Recent calls">
      {data.data.length === 0 ? (
        <p className="text-muted text-sm">No calls in the last seven days.</p>
      ) : (
        <Table caption="Recent calls" stickyFirst={false}>
          <TableHead>
            <TableHeader>Tool</TableHeader>
            <TableHeader>Result</TableHeader>
            <TableHeader numeric>Time</TableHeader>
            <TableHeader>Called</TableHeader>
          </TableHead>
          <TableBody>
            {withIds(data.data.slice(0, SHOWN)).map((one) => (
              <TableRow key={one.id}>
                <TableCell line="first" mono>
                  <Link
                    href={`/w/${slug}/logs?peek=${one.generation_id}`}
                    className="inline-flex items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                  >
                    {one.tool}
                  </Link>
                </TableCell>
                <TableCell line="first">
                  <StatusChip tone={one.is_error ? "bad" : "ok"}>{one.is_error ? "error" : "ok"}</StatusChip>
                </TableCell>
                <TableCell numeric>{formatCount(one.latency)} ms</TableCell>
                <TableCell>
                  <Time value={one.created_at} />
                  {one.api_key_name && <span className="text-muted">, {one.api_key_name}</span>}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

const SHOWN = 20;

/** One request may call a tool several times. */
function withIds<Call extends { generation_id: string }>(calls: readonly Call[]) {
  return calls.map((one, at) => ({ ...one, id: `${one.generation_id} ${at}` }));
}
