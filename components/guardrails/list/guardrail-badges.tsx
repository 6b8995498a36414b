import { Eye } from "lucide-react";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { Guardrail } from "../guardrail.ts";

/** Special properties of a guardrail: the workspace's default, or shadow mode. */
export function GuardrailBadges({ record }: { record: Pick<Guardrail, "is_default" | "shadow"> }) {
  return (
    <>
      {record.is_default && <Badge title="Applies to every request in the workspace">default</Badge>}
      {record.shadow && (
        <StatusChip
          tone="info"
          icon={<Eye aria-hidden />}
          title="Enforces nothing and only reports what it would have done"
        >
          Shadow
        </StatusChip>
      )}
    </>
  );
}
