"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Money } from "#components/ui/display/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { VideoStateChip } from "#components/ui/feedback/video-state-chip.tsx";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";
import { Callback } from "./callback.tsx";
import { Elapsed } from "./elapsed.tsx";
import { JobKey } from "./job-key.tsx";
import { JobThumbnail } from "./job-thumbnail.tsx";
import { usePeek } from "./job-view.ts";
import type { VideoEntry } from "./use-jobs.ts";

/** Video jobs; a row opens its panel. */
export function JobTable({ jobs }: { jobs: readonly VideoEntry[] }) {
  useRowShortcuts();
  const costs = usdColumn(jobs.map((job) => job.usage?.cost));
  return (
    <Table caption="Video jobs" className="max-md:table-fixed">
      <TableHead>
        <TableHeader>Prompt</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Model</TableHeader>
        <TableHeader className="max-lg:hidden">Video</TableHeader>
        <TableHeader className="max-xl:hidden">Key</TableHeader>
        <TableHeader className="max-lg:hidden">Webhook</TableHeader>
        <TableHeader className="max-lg:hidden">Started</TableHeader>
        <TableHeader numeric className="max-lg:hidden">
          Duration
        </TableHeader>
        <TableHeader numeric>Cost</TableHeader>
      </TableHead>
      <TableBody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} costs={costs} />
        ))}
      </TableBody>
    </Table>
  );
}

function JobRow({ job, costs }: { job: VideoEntry; costs: UsdColumn }) {
  const [peek, setPeek] = usePeek();
  return (
    <TableRow selected={peek === job.id}>
      <TableCell line="first" className="md:max-w-64 xl:max-w-80">
        <a
          data-row
          href={`?peek=${encodeURIComponent(job.id)}`}
          className="flex min-w-0 items-center gap-2 py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setPeek(job.id);
          }}
        >
          <JobThumbnail job={job} />
          <span className="min-w-0 truncate">
            {job.prompt ?? <span className="text-muted">Prompt not stored</span>}
          </span>
        </a>
      </TableCell>
      <TableCell>
        <VideoStateChip status={job.status} error={job.error} />
      </TableCell>
      <TableCell mono className="max-w-56 truncate">
        {job.model}
      </TableCell>
      <TableCell className="md:max-lg:hidden">
        {job.duration} s, {job.resolution}, {job.aspect_ratio}
      </TableCell>
      <TableCell className="max-w-40 truncate max-xl:hidden" line="hidden">
        <JobKey job={job} />
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Callback state={job.callback} />
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        <Time value={job.created_at} />
      </TableCell>
      <TableCell numeric className="max-lg:hidden" line="hidden">
        <Elapsed job={job} />
      </TableCell>
      <TableCell numeric>
        <Money usd={job.usage?.cost} column={costs} unknown="Charged when the job finishes" />
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-56", "w-48", "w-36"];

/** Placeholder with the table's real layout. */
export function JobTableSkeleton() {
  return <TableSkeleton label="jobs" rows={ROWS.map((width) => [width, "w-20", "ml-auto w-24 max-sm:hidden"])} />;
}
