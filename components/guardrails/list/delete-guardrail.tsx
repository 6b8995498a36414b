"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteGuardrail } from "#lib/contract/guardrails.ts";
import { useAssignees } from "../editor/use-assignees.ts";
import type { Guardrail } from "../guardrail.ts";
import { describeLimits, describeRules } from "../guardrail-labels.ts";
import { describeAssignees } from "./assignee-summary.tsx";

type DeleteGuardrailProps = { record: Guardrail; open: boolean; onClose: () => void; onDeleted: () => void };

/** Deletes a guardrail permanently, after showing its assignees and asking for its name. */
export function DeleteGuardrail({ record, open, onClose, onDeleted }: DeleteGuardrailProps) {
  const client = useQueryClient();
  const remove = useMutation({
    ...mutation(deleteGuardrail),
    onSuccess: () => {
      // Not refetched on this page, because the guardrail no longer exists; the list refetches when it is opened.
      void client.invalidateQueries({ queryKey: ["guardrails"], refetchType: "none" });
      void client.invalidateQueries({ queryKey: ["keys"] });
      toastDone(`${record.name} deleted`);
      onClose();
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Delete guardrail ${record.name}`}
      name={record.name}
      action="Delete guardrail"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: record.id } })}
      problem={remove.error && `Could not delete the guardrail: ${remove.error.message}`}
      facts={
        <>
          <p>Its rules and limits stop applying with the next request. Its history is deleted too.</p>
          <Facts record={record} />
        </>
      }
    />
  );
}

function Facts({ record }: { record: Guardrail }) {
  const assignees = useAssignees();
  const asks = [...describeRules(record), ...describeLimits(record)];
  const whom = assignees && !assignees.failed ? describeAssignees(assignees.assigneesOf(record.id)) || "nothing" : "–";
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
      <dt>Applies to</dt>
      <dd>{record.is_default ? "every request in the workspace" : whom}</dd>
      <dt>Enforces</dt>
      <dd>{asks.length > 0 ? asks.join("; ") : "nothing"}</dd>
    </dl>
  );
}
