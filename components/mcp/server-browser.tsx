"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { query } from "#lib/api/query.ts";
import { listMcpServers } from "#lib/contract/mcp-servers.ts";
import { ServerTable, ServerTableSkeleton } from "./server-table.tsx";

/** The registered servers, and every state of their list. */
export function ServerBrowser({ onAdd }: { onAdd: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const servers = useQuery(query(listMcpServers, { query: { workspace_id: slug, limit: 100 } }));
  if (servers.error && !servers.data) {
    return <ApiErrorState title="The MCP servers could not be loaded" result={servers} />;
  }
  if (!servers.data) return <ServerTableSkeleton />;
  if (servers.data.data.length === 0) return <NoServers onAdd={onAdd} />;
  return <ServerTable servers={servers.data.data} />;
}

function NoServers({ onAdd }: { onAdd: () => void }) {
  const { baseUrl } = useShell();
  return (
    <EmptyState
      sentence="No MCP servers yet. Connect one, review its tools, and requests can use them by the server's label."
      action={
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          Connect server
        </Button>
      }
      code={`curl ${baseUrl}/responses \\\n  -H "Authorization: Bearer $SWITCHBOARD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"model": "local/echo", "input": "Hello", "tools": [{"type": "mcp", "server_label": "tickets"}]}'`}
      codeLabel="Then use it in a request"
    />
  );
}
