"use client";

import { type Rejection, useRejections } from "#components/charts/rejections/use-rejections.ts";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Money } from "#components/ui/display/money.tsx";
import { SortHeader } from "#components/ui/display/sort-header.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KEY_COLUMNS, useKeyView } from "./key-filters.ts";
import { KeyLimit } from "./key-limit.tsx";
import { KeyState } from "./key-state.tsx";
import { type Key, keyStatus } from "./key-status.tsx";
import { LeakChip } from "./leaks/leak-chip.tsx";

/** One page of keys. */
export function KeyTable({ keys, nowMs, busy }: { keys: readonly Key[]; nowMs: number; busy: boolean }) {
  const { view, setView } = useKeyView();
  const ordering = { view, setView };
  useRowShortcuts();
  const rejectionOf = useRejections();
  const replacements = new Set(keys.map((key) => key.rotated_to));
  return (
    <Table caption="Keys" busy={busy}>
      <TableHead>
        <SortHeader column="name" {...ordering}>
          Name
        </SortHeader>
        <TableHeader>Status</TableHeader>
        <SortHeader column="spend" numeric {...ordering}>
          Spend this month
        </SortHeader>
        <SortHeader column="limit" {...ordering}>
          Limit
        </SortHeader>
        <SortHeader column="used" className="max-xl:hidden" {...ordering}>
          Last used
        </SortHeader>
        <SortHeader column="created" className="max-xl:hidden" {...ordering}>
          Created
        </SortHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <KeyRow
            key={key.hash}
            record={key}
            nowMs={nowMs}
            rejection={rejectionOf(key.hash)}
            isReplacement={replacements.has(key.hash)}
          />
        ))}
      </TableBody>
    </Table>
  );
}

type KeyRowProps = { record: Key; nowMs: number; rejection: Rejection | undefined; isReplacement: boolean };

function KeyRow({ record, nowMs, rejection, isReplacement }: KeyRowProps) {
  const { slug } = useShell().currentWorkspace;
  const status = keyStatus(record, nowMs);
  return (
    <TableRow className={status === "expired" ? "text-muted" : undefined}>
      <TableCell line="first" className="md:max-w-44 xl:max-w-80">
        <Link
          data-row
          href={`/w/${slug}/keys/${record.hash}`}
          title={record.name}
          className="flex min-w-0 items-baseline gap-2 py-1 hover:underline"
        >
          <bdi className="truncate font-medium">{record.name}</bdi>
          <span className="shrink-0 font-mono font-normal text-muted text-xs md:max-xl:hidden">{record.label}</span>
        </Link>
      </TableCell>
      <TableCell className="max-md:col-start-1">
        <span className="flex items-center gap-1.5 max-lg:flex-wrap max-md:gap-x-3 md:max-lg:py-1">
          <LeakChip record={record} status={status} />
          <KeyState record={record} status={status} rejection={rejection} />
          {isReplacement && <Badge title="Replaces an older key of the same name">new key</Badge>}
          {status === "rotated" && <Badge title="Replaced by the new key of the same name">old key</Badge>}
          {record.guardrail_id && <Badge>guardrail</Badge>}
          {record.agent && <Badge title="A member signed this agent in; it renews its key itself">agent</Badge>}
          {record.external_user && <Badge title="The user this key was created for">{record.external_user}</Badge>}
          {status === "expired" && <Time value={record.expires_at} className="text-xs md:max-xl:hidden" />}
          <span className="md:hidden">
            <Money usd={record.usage_monthly} total /> this month
          </span>
        </span>
      </TableCell>
      <TableCell numeric line="hidden">
        <Money usd={record.usage_monthly} total />
      </TableCell>
      <TableCell className="max-md:order-last max-md:col-start-1">
        <KeyLimit record={record} />
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={record.last_used_at} unknown="never" />
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={record.created_at} format="date" />
      </TableCell>
      <TableCell line="first" className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:w-0">
        <KeyActions record={record} status={status} />
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-32", "w-48", "w-36", "w-44"];

/** Placeholder with the list's real layout. */
export function KeyTableSkeleton() {
  return (
    <TableSkeleton
      label="keys"
      rows={[...KEY_COLUMNS.keys()].map((index) => [ROWS[index] ?? "w-40", "w-16", "ml-auto w-24 max-sm:hidden"])}
    >
      <div className="flex gap-2 pb-3">
        <Skeleton className="h-8 w-full sm:w-64" />
        <Skeleton className="h-8 w-40 max-sm:hidden" />
      </div>
    </TableSkeleton>
  );
}
