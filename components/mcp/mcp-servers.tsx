"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { listMcpServers } from "#lib/contract/mcp-servers.ts";
import { useMcpView } from "./mcp-view.ts";
import { ServerBrowser } from "./server-browser.tsx";
import { useFinishOauth } from "./use-finish-oauth.ts";

const addServer = lazyLayer(() => import("./add-server.tsx").then(({ AddServer }) => AddServer));
const serverPeek = lazyLayer(() => import("./server-peek.tsx").then(({ ServerPeek }) => ServerPeek));

/** The MCP servers page: the servers, and which of their tools models may use. */
export function McpServers() {
  const { name } = useShell().currentWorkspace;
  const header = {
    title: "MCP servers",
    description: `Servers that offer tools to models in ${name}. Models can use a tool once you approve it.`,
  };
  if (usePermission(listMcpServers)) return <OpenPage header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change MCP servers.</NoAccessPage>;
}

function OpenPage({ header }: { header: { title: string; description: string } }) {
  const { view, setView } = useMcpView();
  useFinishOauth();
  const open = useCallback(() => void setView({ create: true }), [setView]);
  return (
    <>
      <PageHeader
        {...header}
        action={
          <CreateButton shortcut="Connect MCP server" onClick={open}>
            Connect server
          </CreateButton>
        }
      />
      <ServerBrowser onAdd={open} />
      <LazyContent layer={addServer} props={{ open: view.create, onClose: () => void setView({ create: null }) }} />
      <LazyContent
        layer={serverPeek}
        props={{ open: view.peek !== null, onClose: () => void setView({ peek: null }) }}
      />
    </>
  );
}
