"use client";

import { Plus } from "lucide-react";
import { useEffect } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useIsAdministrator } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { KeyFilterBar, keyChips } from "./key-filter-bar.tsx";
import { useKeyView } from "./key-filters.ts";
import { KeyTable, KeyTableSkeleton } from "./key-table.tsx";
import { type KeyKind, useKeyPage } from "./use-key-page.ts";

/** The keys of one kind: filters, table, pages, and every state of the list. */
export function KeyBrowser({ kind, onCreate }: { kind: KeyKind; onCreate: () => void }) {
  const { view, setView, narrow, clear } = useKeyView();
  const page = useKeyPage(kind, view);
  const { data, error, isPending, isPlaceholderData } = page;
  const nowMs = useNow() ?? 0;
  const lastOffset = data && data.total_count > 0 ? (Math.ceil(data.total_count / view.limit) - 1) * view.limit : 0;
  // The page may no longer exist: its last key was deleted, or the address is old.
  useEffect(() => {
    if (!isPlaceholderData && lastOffset < view.offset) void setView({ offset: lastOffset }, { history: "replace" });
  }, [isPlaceholderData, lastOffset, view.offset, setView]);
  if (error && !data) {
    return <ApiErrorState title="The keys could not be loaded" result={page} />;
  }
  if (isPending) return <KeyTableSkeleton />;
  const chips = keyChips(view, narrow);
  const { data: keys, total_count: total, status_counts: counts = {} } = data;
  if (total === 0 && chips.length === 0 && !isPlaceholderData) return <NoKeys kind={kind} onCreate={onCreate} />;
  return (
    <>
      <KeyFilterBar counts={counts} />
      {total === 0 ? (
        <EmptyState sentence="No keys match." action={<FilterChips chips={chips} onClear={clear} />} />
      ) : (
        <>
          <KeyTable keys={keys} nowMs={nowMs} busy={isPlaceholderData} />
          <Pagination
            offset={view.offset}
            limit={view.limit}
            total={total}
            noun="keys"
            onChange={(next) => void setView(next)}
          />
        </>
      )}
    </>
  );
}

const SENTENCES = {
  normal: "No keys yet. Applications need a key to call models in this workspace.",
  management: "No management keys yet. Scripts use them to manage keys through the API.",
};

function NoKeys({ kind, onCreate }: { kind: KeyKind; onCreate: () => void }) {
  const { baseUrl, currentWorkspace } = useShell();
  const hasManagementKeys = useIsAdministrator();
  const body = JSON.stringify({
    name: "my-app",
    limit: 10,
    limit_reset: "monthly",
    workspace_id: currentWorkspace.slug,
  });
  const code = `curl ${baseUrl}/keys \\
  -H "Authorization: Bearer $SWITCHBOARD_MANAGEMENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
  return (
    <EmptyState
      sentence={SENTENCES[kind]}
      action={
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          {kind === "management" ? "Create management key" : "Create key"}
        </Button>
      }
      {...(kind === "normal" && hasManagementKeys ? { code, codeLabel: "Or use the API with a management key" } : {})}
    />
  );
}
