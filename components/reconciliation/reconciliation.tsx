"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { DropZone } from "#components/ui/forms/drop-zone.tsx";
import { mutation } from "#lib/api/query.ts";
import { reconcileInvoice } from "#lib/contract/reconciliation.ts";
import { ReconciliationAnswer } from "./reconciliation-answer.tsx";
import { type Scope, ScopeFields } from "./scope-fields.tsx";

/** Compares a provider's export with the ledger: choose a file, then read what differs. */
export function Reconciliation() {
  const mayReconcile = usePermission(reconcileInvoice);
  const comparison = useMutation(mutation(reconcileInvoice));
  const [file, setFile] = useState<File>();
  const [scope, setScope] = useState<Scope>({ workspace: undefined, paidBy: "all" });
  const input = useRef<HTMLInputElement>(null);
  const compare = (next: File, within: Scope) => {
    const body = new FormData();
    body.set("file", next);
    comparison.mutate({ body, query: { workspace_id: within.workspace, paid_by: within.paidBy } });
  };
  const choose = (files: readonly File[]) => {
    const [next] = files;
    if (!next || !mayReconcile) return;
    setFile(next);
    compare(next, scope);
  };
  return (
    <DropZone label="Drop to compare" onFiles={choose}>
      <PageHeader
        title="Reconciliation"
        description={`Compare a provider's usage export with what Switchboard charged. The file is not stored.`}
        action={
          mayReconcile && (
            <Button variant="filled" onClick={() => input.current?.click()} disabled={comparison.isPending}>
              <FileUp aria-hidden />
              Choose file
            </Button>
          )
        }
      />
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="Usage export"
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {mayReconcile ? (
        <div className="flex flex-col gap-6">
          <ScopeFields
            scope={scope}
            onChange={(next) => {
              setScope(next);
              if (file) compare(file, next);
            }}
          />
          <PanelBoundary name="Comparison">
            <ReconciliationAnswer
              comparison={comparison}
              fileName={file?.name}
              onRetry={() => file && compare(file, scope)}
            />
          </PanelBoundary>
        </div>
      ) : (
        <RoleNote>Only owners and admins can reconcile invoices.</RoleNote>
      )}
    </DropZone>
  );
}
