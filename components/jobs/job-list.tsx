"use client";

import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { playgroundPath } from "#lib/playground-modes.ts";
import { JobKinds } from "./job-kinds.tsx";
import { JobPages } from "./job-pages.tsx";
import { JobTable, JobTableSkeleton } from "./job-table.tsx";
import { usePeek } from "./job-view.ts";
import { isInProgress, useJobs } from "./use-jobs.ts";

const jobPeek = lazyLayer(() => import("./job-peek.tsx").then(({ JobPeek }) => JobPeek));

/** The jobs page: the workspace's videos, from all of its members. */
export function JobList() {
  const [peek, setPeek] = usePeek();
  return (
    <>
      <JobsHeader />
      <JobKinds kind="videos" />
      <Jobs />
      <LazyContent layer={jobPeek} props={{ open: peek !== null, onClose: () => void setPeek(null) }} />
    </>
  );
}

/** The page's title with the number of jobs in progress, also used as the tab's title. */
function JobsHeader() {
  const { name, slug } = useShell().currentWorkspace;
  const running = useJobs().data?.data.filter(isInProgress).length ?? 0;
  usePageTitle(running > 0 ? `${running} running` : undefined);
  return (
    <PageHeader
      title="Jobs"
      status={running > 0 && <StatusChip tone="info">{running} running</StatusChip>}
      description={`Video generation jobs in ${name}, newest first`}
      action={
        <Button asChild>
          <Link href={playgroundPath(slug, "video")}>
            <Plus aria-hidden />
            New video
          </Link>
        </Button>
      }
    />
  );
}

function Jobs() {
  const result = useJobs();
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The jobs could not be loaded" result={result} />;
  }
  if (!data) return <JobTableSkeleton />;
  if (data.total_count === 0) return <NoJobs />;
  return (
    <>
      <JobTable jobs={data.data} />
      <JobPages total={data.total_count} />
    </>
  );
}

function NoJobs() {
  const { baseUrl, currentWorkspace } = useShell();
  const body = JSON.stringify({ model: "local/animatic", prompt: "A red fox in the snow", duration: 4 });
  return (
    <EmptyState
      sentence="No jobs yet. A video takes minutes to generate, so each request starts a job that you can follow here."
      action={
        <Button variant="filled" asChild>
          <Link href={playgroundPath(currentWorkspace.slug, "video")}>Generate a video in the playground</Link>
        </Button>
      }
      code={`curl ${baseUrl}/videos \\\n  -H "Authorization: Bearer $SWITCHBOARD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`}
      codeLabel="Or start one through the API, free of charge"
    />
  );
}
