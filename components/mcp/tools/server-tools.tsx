"use client";

import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { reviewMcpServer } from "#lib/contract/mcp-servers.ts";
import type { Server, Tool } from "../mcp-view.ts";
import { ToolItem } from "./tool-item.tsx";

/** The tools of a server, those waiting for review first. */
export function ServerTools({ server }: { server: Server }) {
  const review = useMutation(mutation(reviewMcpServer));
  const approve = (tools: readonly Tool[]) =>
    review.mutate(
      { params: { id: server.id }, body: { tools: tools.map(reviewOf) } },
      {
        onSuccess: () => toastDone(tools.length === 1 ? `${tools[0]?.name} reviewed` : "Tools reviewed"),
        onError: (error) => toastFailed("Could not save the review", { description: error.message }),
      },
    );
  const waiting = server.tools.filter(isWaiting);
  const others = server.tools.filter((tool) => !isWaiting(tool));
  if (server.tools.length === 0) {
    return (
      <Panel title="Tools">
        <p className="text-muted text-sm">No tools listed yet. Refresh the server to list them.</p>
      </Panel>
    );
  }
  return (
    <Panel
      title="Tools"
      flush
      actions={
        waiting.length > 1 && (
          <Button size="small" pending={review.isPending} onClick={() => approve(waiting)}>
            <Check aria-hidden />
            Approve all {waiting.length}
          </Button>
        )
      }
    >
      <ul>
        {[...waiting, ...others].map((tool) => (
          <ToolItem
            key={tool.name}
            serverId={server.id}
            tool={tool}
            pending={review.isPending}
            onApprove={() => approve([tool])}
          />
        ))}
      </ul>
    </Panel>
  );
}

function isWaiting({ status }: Tool): boolean {
  return status === "new" || status === "changed";
}

function reviewOf({ name, listed, pinned }: Tool) {
  return { name, hash: (listed ?? pinned)?.hash ?? "" };
}
