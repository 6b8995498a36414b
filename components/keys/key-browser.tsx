"use client";

import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { ApiErrorState } from "#components/ui/api-error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FilterChips } from "#components/ui/filter-bar.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { formatCount } from "#lib/format.ts";
import { type KeyKind, useAllKeys } from "./all-keys.ts";
import { KeyFilterBar, keyChips } from "./key-filter-bar.tsx";
import { shownKeys, useKeyView } from "./key-filters.ts";
import { KeyTable, KeyTableSkeleton } from "./key-table.tsx";

/** The keys of one kind: filters, table, pages, and every state of the list. */
export function KeyBrowser({ kind, onCreate }: { kind: KeyKind; onCreate: () => void }) {
  const { view, setView, narrow, clear } = useKeyView();
  const { first, keys, total, outOf } = useAllKeys(kind, view.q);
  const nowMs = useNow() ?? 0;
  if (first.error && !first.data) {
    return (
      <ApiErrorState
        title="The keys could not be loaded"
        error={first.error}
        onRetry={first.refetch}
        retrying={first.isFetching}
      />
    );
  }
  if (first.isPending) return <KeyTableSkeleton />;
  if (total === 0) return <NoKeys kind={kind} onCreate={onCreate} />;
  const shown = shownKeys(keys, view, nowMs);
  const chips = keyChips(view, narrow);
  return (
    <>
      <KeyFilterBar keys={keys} nowMs={nowMs} />
      {outOf !== undefined && (
        <p className="text-muted text-sm">
          {formatCount(keys.length)} of {formatCount(outOf)} keys are read: the filters and the order cover these alone.
          Search finds every key.
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyState sentence="No keys match." action={<FilterChips chips={chips} onClear={clear} />} />
      ) : (
        <>
          <KeyTable keys={shown.slice(view.offset, view.offset + view.limit)} nowMs={nowMs} />
          <Pagination
            offset={view.offset}
            limit={view.limit}
            total={shown.length}
            noun="keys"
            onChange={(page) => void setView(page)}
          />
        </>
      )}
    </>
  );
}

const SENTENCES = {
  normal: "A key lets an application call models through this workspace. There is none yet.",
  management: "A management key lets scripts create and change keys. There is none yet.",
};

function NoKeys({ kind, onCreate }: { kind: KeyKind; onCreate: () => void }) {
  const { baseUrl, currentWorkspace } = useShell();
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
      {...(kind === "normal" ? { code, codeLabel: "Or with a management key, over the API" } : {})}
    />
  );
}
