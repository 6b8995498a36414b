"use client";

import { Plus } from "lucide-react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { FilterBar, FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { formatCount } from "#lib/format.ts";
import { useCredentialView } from "../credential-view.ts";
import { ProviderPanel } from "../provider-panel.tsx";
import { useProviders } from "../use-providers.ts";
import { useAllCredentials } from "./all-credentials.ts";
import { groupsOf, type ProviderGroup } from "./credential-order.ts";

const EVERY = "every";

/** The provider keys by provider, and every state of the list. */
export function CredentialBrowser({ onAdd }: { onAdd: () => void }) {
  const { first, credentials, total } = useAllCredentials();
  const { view } = useCredentialView();
  useRowShortcuts();
  if (first.error && !first.data) {
    return <ApiErrorState title="The provider keys could not be loaded" result={first} />;
  }
  if (first.isPending) return <BrowserSkeleton />;
  if (total === 0) return <NoCredentials onAdd={onAdd} />;
  const groups = groupsOf(credentials);
  const shown = groups.filter(({ provider }) => view.provider === null || provider === view.provider);
  return (
    <div className="flex flex-col gap-4">
      {(groups.length > 1 || view.provider !== null) && <ProviderFilter groups={groups} isEmpty={shown.length === 0} />}
      {credentials.length < total && (
        <p className="text-muted text-sm">
          Showing {formatCount(credentials.length)} of {formatCount(total)} provider keys.
        </p>
      )}
      {shown.map((group) => (
        <ProviderPanel key={group.provider} group={group} />
      ))}
    </div>
  );
}

function ProviderFilter({ groups, isEmpty }: { groups: readonly ProviderGroup[]; isEmpty: boolean }) {
  const { view, setView } = useCredentialView();
  const { nameOfProvider } = useProviders();
  const clear = () => void setView({ provider: null });
  const chips = view.provider
    ? [{ id: "provider", name: "Provider", value: nameOfProvider(view.provider), onRemove: clear }]
    : [];
  return (
    <>
      <FilterBar chips={chips} onClear={clear}>
        <Select
          aria-label="Provider"
          className="w-48"
          value={view.provider ?? EVERY}
          onValueChange={(provider) => void setView({ provider: provider === EVERY ? null : provider })}
          options={[
            { value: EVERY, label: "All providers" },
            ...groups.map(({ provider }) => ({ value: provider, label: nameOfProvider(provider) })),
          ]}
        />
      </FilterBar>
      {isEmpty && (
        <EmptyState sentence="No keys for this provider." action={<FilterChips chips={chips} onClear={clear} />} />
      )}
    </>
  );
}

function NoCredentials({ onAdd }: { onAdd: () => void }) {
  const { baseUrl } = useShell();
  const code = `curl ${baseUrl}/byok \\
  -H "Authorization: Bearer $SWITCHBOARD_MANAGEMENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"provider":"openai","key":"'$OPENAI_API_KEY'"}'`;
  return (
    <EmptyState
      sentence="No provider keys yet, so requests use the system credentials, which the operator sets in the environment. With your own key, requests run on your provider account."
      action={
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          Add provider key
        </Button>
      }
      code={code}
      codeLabel="Or use the API with a management key"
    />
  );
}

function BrowserSkeleton() {
  return (
    <Loading label="provider keys" className="flex flex-col gap-4">
      {["w-40", "w-32"].map((width) => (
        <div key={width} className="rounded-lg border bg-panel">
          <div className="flex h-11 items-center border-b px-4">
            <Skeleton className="w-24" />
          </div>
          {["first", "second"].map((row) => (
            <SkeletonRow
              key={row}
              bars={[width, "w-16", "ml-auto w-24 max-sm:hidden"]}
              className="px-4 last:border-b-0"
            />
          ))}
        </div>
      ))}
    </Loading>
  );
}
