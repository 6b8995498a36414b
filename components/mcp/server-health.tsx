import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Server } from "./mcp-view.ts";

/** Whether a server works, as of its last refresh. */
export function ServerHealth({ server }: { server: Pick<Server, "enabled" | "health" | "oauth"> }) {
  const { enabled, health, oauth } = server;
  if (!enabled) return <StatusChip tone="neutral">disabled</StatusChip>;
  if (oauth && oauth.status !== "authorized") return <StatusChip tone="warn">not authorized</StatusChip>;
  if (health.status === "unknown") return <StatusChip tone="neutral">not checked</StatusChip>;
  if (health.status === "ok") return <StatusChip tone="ok">ok</StatusChip>;
  return (
    <StatusChip tone="bad" title={health.error ?? undefined}>
      failing
    </StatusChip>
  );
}
