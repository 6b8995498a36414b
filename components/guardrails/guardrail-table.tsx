"use client";

import Link from "next/link";
import { useRowShortcuts } from "#components/shell/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Loading, Skeleton } from "#components/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Guardrail } from "./guardrail.ts";
import { GuardrailBadges } from "./guardrail-badges.tsx";
import { limitsInWords, rulesInWords } from "./guardrail-words.ts";
import { type Bound, useBound } from "./use-bound.ts";

/** One page of guardrails. */
export function GuardrailTable({ guardrails }: { guardrails: readonly Guardrail[] }) {
  const bound = useBound();
  useRowShortcuts();
  return (
    <Table caption="Guardrails">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Content rules</TableHeader>
        <TableHeader>Limits</TableHeader>
        <TableHeader>Holds for</TableHeader>
        <TableHeader className="max-xl:hidden">Changed</TableHeader>
      </TableHead>
      <TableBody>
        {guardrails.map((guardrail) => (
          <GuardrailRow
            key={guardrail.id}
            record={guardrail}
            bound={bound && !bound.failed ? bound.boundBy(guardrail.id) : undefined}
          />
        ))}
      </TableBody>
    </Table>
  );
}

function GuardrailRow({ record, bound }: { record: Guardrail; bound: Bound | undefined }) {
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
      <TableCell className="max-w-96 max-md:basis-full">
        <Phrases phrases={rulesInWords(record)} none="no rules" />
      </TableCell>
      <TableCell className="max-w-72 max-md:basis-full">
        <Phrases phrases={limitsInWords(record)} none="no limits" />
      </TableCell>
      <TableCell>{record.is_default ? "every call" : <BoundWords bound={bound} />}</TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={record.updated_at ?? record.created_at} />
      </TableCell>
    </TableRow>
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

/** "3 keys, 1 member". */
export function BoundWords({ bound }: { bound: Bound | undefined }) {
  if (!bound) return <span className="text-muted">–</span>;
  const words = boundInWords(bound);
  return words ? (
    <span>{words}</span>
  ) : (
    <span className="text-muted" title="Assign it to a key or a member">
      nobody yet
    </span>
  );
}

/** Empty where it binds nobody. */
export function boundInWords({ keys, members }: Bound): string {
  return [
    ...(keys.length > 0 ? [`${keys.length} ${keys.length === 1 ? "key" : "keys"}`] : []),
    ...(members.length > 0 ? [`${members.length} ${members.length === 1 ? "member" : "members"}`] : []),
  ].join(", ");
}

const ROWS = ["w-40", "w-32", "w-48", "w-36"];

/** The list's real layout while the guardrails are read. */
export function GuardrailTableSkeleton() {
  return (
    <Loading label="guardrails" className="flex flex-col">
      <Skeleton className="mb-3 h-8 w-full sm:w-72" />
      <div className="h-8 border-b border-line-strong max-md:hidden" />
      {ROWS.map((width) => (
        <div key={width} className="flex h-(--row) items-center gap-6 border-b px-2">
          <Skeleton className={width} />
          <Skeleton className="w-64 max-sm:w-24" />
          <Skeleton className="ml-auto w-24 max-sm:hidden" />
        </div>
      ))}
    </Loading>
  );
}
