"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatDuration } from "#lib/format-time.ts";
import type { System } from "./system.ts";

type Job = System["jobs"][number];

/** The process's background jobs. */
export function JobPanel({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Panel title="Jobs" description="The process log has the reasons for failures." flush>
      <Table caption="Last job runs" stickyFirst={false}>
        <TableHead>
          <TableHeader className="pl-4!">Job</TableHeader>
          <TableHeader>Status</TableHeader>
          <TableHeader>Interval</TableHeader>
          <TableHeader>Last run</TableHeader>
          <TableHeader numeric className="pr-4!">
            Duration
          </TableHeader>
        </TableHead>
        <TableBody>
          {jobs.map((job) => (
            <TableRow key={job.name} className="max-md:px-4">
              <TableCell line="first" className="md:pl-4!">
                {job.name.slice(0, 1).toUpperCase()}
                {job.name.slice(1)}
              </TableCell>
              <TableCell line="first">
                <State job={job} />
              </TableCell>
              <TableCell line="hidden">{job.enabled ? formatDuration(job.interval_seconds * 1000) : "–"}</TableCell>
              <TableCell>
                <Time value={job.last_ended_at} unknown="not yet" />
              </TableCell>
              <TableCell numeric className="md:pr-4!">
                {formatDuration(job.last_took_ms)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

function State({ job }: { job: Job }) {
  if (!job.enabled) return <StatusChip tone="neutral">Off</StatusChip>;
  if (job.failures > 0) {
    return <StatusChip tone="bad">{job.failures === 1 ? "Failed" : `Failed ${job.failures} times`}</StatusChip>;
  }
  if (job.running) return <StatusChip tone="info">Running</StatusChip>;
  return <StatusChip tone="ok">{job.last_ended_at ? "OK" : "Waiting"}</StatusChip>;
}
