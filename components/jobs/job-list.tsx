"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { ApiErrorState } from "#components/ui/api-error-state.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Lazily, lazyLayer } from "#components/ui/lazy-layer.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { JobPages } from "./job-pages.tsx";
import { JobTable, JobTableSkeleton } from "./job-table.tsx";
import { usePeek } from "./job-view.ts";
import { useJobs } from "./use-jobs.ts";

const jobPeek = lazyLayer(() => import("./job-peek.tsx").then(({ JobPeek }) => JobPeek));

/** The jobs page: the workspace's videos, whoever began them. */
export function JobList() {
  const { name } = useShell().currentWorkspace;
  const [peek, setPeek] = usePeek();
  return (
    <>
      <PageHeader title="Jobs" description={`Videos that calls of ${name} have begun, the newest first.`} />
      <Jobs />
      <Lazily layer={jobPeek} props={{ open: peek !== null, onClose: () => void setPeek(null) }} />
    </>
  );
}

function Jobs() {
  const { data, error, refetch, isFetching } = useJobs();
  if (error && !data) {
    return <ApiErrorState title="The jobs could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />;
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
  const { baseUrl } = useShell();
  const body = JSON.stringify({ model: "local/animatic", prompt: "A red fox in the snow", duration: 4 });
  return (
    <EmptyState
      sentence="A video takes minutes, so a call only begins it; here is what became of each. There is none yet."
      code={`curl ${baseUrl}/videos \\\n  -H "Authorization: Bearer $SWITCHBOARD_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`}
      codeLabel="Begin one over the API, for nothing"
    />
  );
}
