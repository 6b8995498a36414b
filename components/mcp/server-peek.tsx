"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { getMcpServer } from "#lib/contract/mcp-servers.ts";
import { useMcpView } from "./mcp-view.ts";
import { ServerCalls } from "./server-calls.tsx";
import { ServerConnection } from "./server-connection.tsx";
import { ServerSummary } from "./server-summary.tsx";
import { ServerTools } from "./tools/server-tools.tsx";

/** One server next to the list: its health, tools, calls and connection. */
export function ServerPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view } = useMcpView();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="MCP server">
      {view.peek && <ServerDetails id={view.peek} onDeleted={onClose} />}
    </Sheet>
  );
}

function ServerDetails({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const result = useQuery(query(getMcpServer, { params: { id } }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The MCP server could not be loaded" missing="MCP server not found" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="MCP server" className="flex flex-col gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  return (
    <>
      <ServerSummary server={data.data} />
      <ServerTools server={data.data} />
      <ServerCalls server={data.data} />
      <ServerConnection key={data.data.updated_at} server={data.data} onDeleted={onDeleted} />
    </>
  );
}
