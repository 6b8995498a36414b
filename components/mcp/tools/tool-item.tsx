"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateMcpServer } from "#lib/contract/mcp-servers.ts";
import type { Tool } from "../mcp-view.ts";
import { ToolDefinition } from "./tool-definition.tsx";

const TONES: Record<Tool["status"], Tone> = { approved: "ok", new: "warn", changed: "warn", removed: "neutral" };

const APPROVALS = [
  { value: "never", label: "No approval needed" },
  { value: "always", label: "Approve each call" },
] as const;

type ToolItemProps = { serverId: string; tool: Tool; pending: boolean; onApprove: () => void };

/** One tool: its description, whether models may call it, and when calls need approval. */
export function ToolItem({ serverId, tool, pending, onApprove }: ToolItemProps) {
  const { name, status } = tool;
  const { mutate } = useMutation(mutation(updateMcpServer));
  const set = (change: { enabled?: boolean; approval?: Tool["approval"] }) =>
    mutate(
      { params: { id: serverId }, body: { tools: [{ name, ...change }] } },
      { onError: (error) => toastFailed(`Could not change ${name}`, { description: error.message }) },
    );
  return (
    <li className="flex flex-col gap-2 border-b p-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 break-all font-medium font-mono text-sm">{name}</h3>
        <StatusChip tone={TONES[status]}>{status}</StatusChip>
        {status !== "approved" && (
          <Button size="small" className="ml-auto" pending={pending} onClick={onApprove}>
            {ACTIONS[status]}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      <ToolDefinition tool={tool} />
      {status !== "removed" && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Select
            size="small"
            className="w-44"
            aria-label={`Approval of ${name}`}
            options={APPROVALS}
            value={tool.approval}
            onValueChange={(approval) => set({ approval })}
          />
          <span className="flex items-center gap-2 text-muted text-xs">
            <Switch
              aria-label={`Models may call ${name}`}
              checked={tool.enabled}
              onCheckedChange={(enabled) => set({ enabled })}
            />
            {tool.enabled ? "Models may call it" : "Off"}
          </span>
        </div>
      )}
    </li>
  );
}

const ACTIONS = { new: "Approve", changed: "Approve change", removed: "Forget" } as const;
