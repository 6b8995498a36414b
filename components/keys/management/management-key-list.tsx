"use client";

import { Plus } from "lucide-react";
import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useIsAdministrator } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { formatCount } from "#lib/format.ts";
import { KEY_DIALOGS } from "../key-dialogs.ts";
import { KeyTableSkeleton } from "../key-table.tsx";
import { ManagementKeyTable } from "./management-key-table.tsx";
import { ManagementWarning } from "./management-warning.tsx";
import { useManagementKeys } from "./use-management-keys.ts";

const createKey = lazyLayer(() => import("../editor/create-key.tsx").then(({ CreateKey }) => CreateKey));

const HEADER = {
  title: "Management keys",
  description: "Scripts use these to manage the whole organization through the API.",
};

/** The management keys of the organization, from all workspaces; for administrators. */
export function ManagementKeyList() {
  // Members may list keys, but no management keys.
  if (useIsAdministrator()) return <OpenList />;
  return (
    <>
      <PageHeader {...HEADER} />
      <RoleNote>Only owners and admins can see and create management keys.</RoleNote>
    </>
  );
}

function OpenList() {
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setCreating(true), [setCreating]);
  return (
    <RecordDialogs dialogs={KEY_DIALOGS}>
      <PageHeader {...HEADER} action={<CreateButton onClick={open}>Create management key</CreateButton>} />
      <div className="flex flex-col gap-4">
        <ManagementWarning />
        <Keys onCreate={open} />
      </div>
      <LazyContent
        layer={createKey}
        props={{ open: creating, kind: "management", onClose: () => void setCreating(null) }}
      />
    </RecordDialogs>
  );
}

function Keys({ onCreate }: { onCreate: () => void }) {
  const result = useManagementKeys();
  const { keys, total, isPending, error } = result;
  const nowMs = useNow() ?? 0;
  if (error) {
    return <ApiErrorState title="The management keys could not be loaded" result={result} />;
  }
  if (isPending) return <KeyTableSkeleton />;
  if (total === 0) {
    return (
      <EmptyState
        sentence="No management keys yet. Scripts use them to manage keys, guardrails and workspaces through the API."
        action={
          <Button onClick={onCreate}>
            <Plus aria-hidden />
            Create management key
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ManagementKeyTable keys={keys} nowMs={nowMs} />
      <p className="text-muted text-xs">
        {keys.length < total
          ? `Showing ${formatCount(keys.length)} of ${formatCount(total)} keys. The rest are on the Keys pages of their workspaces.`
          : `${formatCount(total)} ${total === 1 ? "key" : "keys"}`}
      </p>
    </>
  );
}
