"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink, RotateCw } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { mutation } from "#lib/api/query.ts";
import { startMcpOauth } from "#lib/contract/mcp-oauth.ts";
import { refreshMcpServer, updateMcpServer } from "#lib/contract/mcp-servers.ts";
import { formatCount } from "#lib/format.ts";
import type { Server } from "./mcp-view.ts";
import { ServerHealth } from "./server-health.tsx";

/** Whether a server works, and actions to fix it. */
export function ServerSummary({ server }: { server: Server }) {
  const { id, name, url, health, enabled } = server;
  const params = { id };
  const refresh = useMutation(mutation(refreshMcpServer));
  const update = useMutation(mutation(updateMcpServer));
  const showError = (what: string) => ({
    onError: (error: Error) => toastFailed(what, { description: error.message }),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 break-words font-medium text-lg">{name}</h3>
        <ServerHealth server={server} />
      </div>
      <p className="break-all font-mono text-muted text-xs">{url}</p>
      {health.error && (
        <p role="alert" className="text-bad text-sm">
          {health.error}.
        </p>
      )}
      {health.left_out > 0 && (
        <p className="text-sm text-warn">
          {formatCount(health.left_out)} listed tools exceed a limit and are left out.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          pending={refresh.isPending}
          onClick={() => refresh.mutate({ params }, showError("The tools could not be refreshed"))}
        >
          <RotateCw aria-hidden />
          Refresh tools
        </Button>
        <AuthorizeButton server={server} />
        <span className="text-muted text-xs">
          {health.checked_at ? (
            <>
              checked <Time value={health.checked_at} />
            </>
          ) : (
            "not checked yet"
          )}
        </span>
      </div>
      <Switch
        label="Enabled"
        hint="Requests cannot use a disabled server"
        checked={enabled}
        disabled={update.isPending}
        onCheckedChange={(next) =>
          update.mutate({ params, body: { enabled: next } }, showError("Could not change the server"))
        }
      />
      <CodeBlock label="In a request" code={`"tools": [{ "type": "mcp", "server_label": "${server.slug}" }]`} />
    </div>
  );
}

/** For a server that requires OAuth: sends the browser to its authorization server. */
function AuthorizeButton({ server }: { server: Server }) {
  const start = useMutation(mutation(startMcpOauth));
  const isRejected = server.health.error?.includes("(401)") ?? false;
  if (!isRejected && !server.oauth) return null;
  const authorize = () =>
    start.mutate(
      { params: { id: server.id } },
      {
        onSuccess: ({ authorization_url: url }) => {
          if (url) window.location.assign(url);
        },
        onError: (error) => toastFailed("The authorization could not start", { description: error.message }),
      },
    );
  return (
    <Button pending={start.isPending} onClick={authorize}>
      <ExternalLink aria-hidden />
      {server.oauth ? "Authorize again" : "Authorize with OAuth"}
    </Button>
  );
}
