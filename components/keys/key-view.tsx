"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { LowerPart } from "#components/ui/overlays/lower-part.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { query } from "#lib/api/query.ts";
import { getKey } from "#lib/contract/keys.ts";
import { listRateLimits } from "#lib/contract/rate-limits.ts";
import { KeyBudgets } from "./key-budgets.tsx";
import { KEY_DIALOGS } from "./key-dialogs.ts";
import { KeyFacts } from "./key-facts.tsx";
import { KeyHeader } from "./key-header.tsx";
import { KeyRateLimits } from "./key-rate-limits.tsx";
import { KeyUsage } from "./key-usage.tsx";

const keyLeak = lazyLayer(() => import("./leaks/key-leak.tsx").then(({ KeyLeak }) => KeyLeak));
const keySettings = lazyLayer(() => import("./editor/key-settings.tsx").then(({ KeySettings }) => KeySettings));

/** One key: its permissions, usage and settings. */
export function KeyView() {
  const { hash } = useParams<{ hash: string }>();
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  const maySeeRules = usePermission(listRateLimits);
  const result = useQuery(query(getKey, { params: { hash } }));
  const { data, error } = result;
  const back = (
    <Link href={`/w/${slug}/keys`} className="hover:underline">
      Keys
    </Link>
  );
  if (error && !data) {
    return (
      <>
        <PageHeader parent={back} title="Key" />
        <ApiErrorState title="The key could not be loaded" missing="Key not found in this workspace" result={result} />
      </>
    );
  }
  if (!data) return <KeySkeleton />;
  const key = data.data;
  return (
    <RecordDialogs dialogs={KEY_DIALOGS} onDeleted={() => router.push(`/w/${slug}/keys`)}>
      <KeyHeader record={key} parent={back} />
      <LazyContent layer={keyLeak} props={{ record: key, open: key.leak !== null }} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <PanelBoundary name="Usage">
            <KeyUsage record={key} />
          </PanelBoundary>
          {!key.is_management_key && (
            <PanelBoundary name="Shared budgets">
              <KeyBudgets record={key} />
            </PanelBoundary>
          )}
          {maySeeRules && !key.is_management_key && (
            <PanelBoundary name="Rate limits">
              <KeyRateLimits record={key} />
            </PanelBoundary>
          )}
          <PanelBoundary name="Settings">
            <LowerPart
              key={key.updated_at ?? key.hash}
              part={keySettings}
              props={{ record: key }}
              placeholder={
                <Panel title="Settings">
                  <Skeleton className="h-120" />
                </Panel>
              }
            />
          </PanelBoundary>
        </div>
        <KeyFacts record={key} />
      </div>
    </RecordDialogs>
  );
}

function KeySkeleton() {
  return (
    <Loading label="the key" className="flex flex-col gap-5">
      <Skeleton className="w-16" />
      <Skeleton className="h-6 w-72 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
    </Loading>
  );
}
