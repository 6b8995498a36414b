"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { JobKinds } from "../job-kinds.tsx";
import { usePeek } from "../job-view.ts";
import { BatchTable, BatchTableSkeleton } from "./batch-table.tsx";
import { isUnfinished, useBatches } from "./use-batches.ts";

const batchPeek = lazyLayer(() => import("./batch-peek.tsx").then(({ BatchPeek }) => BatchPeek));

/** The page of the workspace's batches, from all of its members and keys. */
export function BatchList() {
  const { name } = useShell().currentWorkspace;
  const [peek, setPeek] = usePeek();
  const running = useBatches().batches.filter(isUnfinished).length;
  usePageTitle(running > 0 ? `${running} running` : undefined);
  return (
    <>
      <PageHeader
        title="Jobs"
        status={running > 0 && <StatusChip tone="info">{running} running</StatusChip>}
        description={`Batches of requests in ${name}, newest first`}
      />
      <JobKinds kind="batches" />
      <Batches />
      <LazyContent layer={batchPeek} props={{ open: peek !== null, onClose: () => void setPeek(null) }} />
    </>
  );
}

function Batches() {
  const { pages, batches } = useBatches();
  if (pages.error && !pages.data) {
    return <ApiErrorState title="The batches could not be loaded" result={pages} />;
  }
  if (!pages.data) return <BatchTableSkeleton />;
  if (batches.length === 0) return <NoBatches />;
  return (
    <>
      <BatchTable batches={batches} />
      {pages.hasNextPage && (
        <Button className="self-center" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load older
        </Button>
      )}
    </>
  );
}

function NoBatches() {
  const { baseUrl } = useShell();
  const params = { model: "local/echo", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
  const body = JSON.stringify({ requests: [{ custom_id: "first", params }] });
  return (
    <EmptyState
      sentence="No batches yet. A batch runs many requests within 24 hours, at low priority. Create one with an SDK or the API."
      action={
        <Button variant="filled" asChild>
          <Link href="/docs/batches">Read how to run batches</Link>
        </Button>
      }
      code={`curl ${baseUrl}/messages/batches \\\n  -H "Authorization: Bearer $SWITCHBOARD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`}
      codeLabel="Or create one through the API, free of charge"
    />
  );
}
