"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { SortHeader } from "#components/ui/display/sort-header.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { type Assignees, useAssignees } from "../editor/use-assignees.ts";
import type { Guardrail } from "../guardrail.ts";
import { describeLimits, describeRules } from "../guardrail-labels.ts";
import type { Recent } from "../hits/use-hits.ts";
import { AssigneeSummary } from "./assignee-summary.tsx";
import { GuardrailBadges } from "./guardrail-badges.tsx";
import { useGuardrailView } from "./guardrail-order.ts";

type GuardrailTableProps = {
  guardrails: readonly Guardrail[];
  /** Returns a guardrail's recent findings; undefined while loading. */
  foundBy: ((id: string) => Recent) | undefined;
};

/** One page of guardrails. */
export function GuardrailTable({ guardrails, foundBy }: GuardrailTableProps) {
  const assigneesById = useAssignees();
  const { view, setView } = useGuardrailView();
  const ordering = { view, setView };
  useRowShortcuts();
  return (
    <Table caption="Guardrails">
      <TableHead>
        <SortHeader column="name" {...ordering}>
          Name
        </SortHeader>
        <TableHeader>Content rules</TableHeader>
        <TableHeader>Limits</TableHeader>
        <TableHeader>Applies to</TableHeader>
        <SortHeader column="found" numeric {...ordering}>
          Found, 7 d
        </SortHeader>
        <SortHeader column="changed" className="max-xl:hidden" {...ordering}>
          Changed
        </SortHeader>
      </TableHead>
      <TableBody>
        {guardrails.map((guardrail) => (
          <GuardrailRow
            key={guardrail.id}
            record={guardrail}
            recent={foundBy?.(guardrail.id)}
            assignees={assigneesById && !assigneesById.failed ? assigneesById.assigneesOf(guardrail.id) : undefined}
          />
        ))}
      </TableBody>
    </Table>
  );
}

type GuardrailRowProps = { record: Guardrail; assignees: Assignees | undefined; recent: Recent | undefined };

function GuardrailRow({ record, assignees, recent }: GuardrailRowProps) {
  const { slug } = useShell().currentWorkspace;
  return (
    <TableRow>
      <TableCell line="first" className="max-w-72 max-md:min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            data-row
            href={`/w/${slug}/guardrails/${record.id}`}
            title={record.description ?? undefined}
            className="min-w-0 truncate py-1 font-medium hover:underline"
          >
            {record.name}
          </Link>
          <GuardrailBadges record={record} />
        </span>
      </TableCell>
      <TableCell className="max-w-96 max-md:max-w-none max-md:basis-full">
        <Phrases phrases={describeRules(record)} none="no rules" />
      </TableCell>
      <TableCell className="max-w-72 max-md:max-w-none max-md:basis-full">
        <Phrases phrases={describeLimits(record)} none="no limits" />
      </TableCell>
      <TableCell>{record.is_default ? "every request" : <AssigneeSummary assignees={assignees} />}</TableCell>
      <TableCell numeric>
        <RecentFindings id={record.id} recent={recent} />
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={record.updated_at ?? record.created_at} />
      </TableCell>
    </TableRow>
  );
}

/** The number of recent findings, with a link to them. */
function RecentFindings({ id, recent }: { id: string; recent: Recent | undefined }) {
  const { slug } = useShell().currentWorkspace;
  if (!recent) return <span className="text-muted">–</span>;
  if (recent.matches === 0) {
    return (
      <span className="text-muted">
        0<span className="md:hidden"> found in 7 d</span>
      </span>
    );
  }
  return (
    <Link
      href={`/w/${slug}/guardrails/${id}?tab=findings&range=7d`}
      title={`${formatCount(recent.matches)} findings in the last seven days`}
      className="inline-flex items-center gap-1 py-1 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      {formatCompact(recent.matches)}
      <span className="md:hidden">found in 7 d</span>
    </Link>
  );
}

function Phrases({ phrases, none }: { phrases: readonly string[]; none: string }) {
  if (phrases.length === 0) return <span className="text-muted">{none}</span>;
  const text = phrases.join(" · ");
  return (
    <span className="line-clamp-2 whitespace-normal py-1" title={text}>
      {text}
    </span>
  );
}

const ROWS = ["w-40", "w-32", "w-48", "w-36"];

/** Placeholder with the list's real layout. */
export function GuardrailTableSkeleton() {
  return (
    <TableSkeleton
      label="guardrails"
      rows={ROWS.map((width) => [width, "w-64 max-sm:w-24", "ml-auto w-24 max-sm:hidden"])}
    >
      <Skeleton className="mb-3 h-8 w-full sm:w-72" />
    </TableSkeleton>
  );
}
