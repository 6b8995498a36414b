"use client";

import { useState } from "react";
import { Money } from "#components/ui/display/money.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { formatCount } from "#lib/format.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { explainLine, type ReconciliationLine } from "./explain-line.ts";

/** The days and models of a comparison: those that differ, or all. */
export function ReconciliationLines({ lines }: { lines: readonly ReconciliationLine[] }) {
  const differing = lines.filter(({ agrees }) => !agrees);
  const [shown, setShown] = useState<"differing" | "all">(differing.length > 0 ? "differing" : "all");
  const [page, setPage] = useState({ offset: 0, limit: 50 });
  const listed = shown === "all" ? lines : differing;
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        aria-label="Lines"
        options={[
          { value: "differing", label: `Differ (${formatCount(differing.length)})`, disabled: differing.length === 0 },
          { value: "all", label: `All (${formatCount(lines.length)})` },
        ]}
        value={shown}
        onValueChange={(next) => {
          setShown(next);
          setPage({ ...page, offset: 0 });
        }}
      />
      <Lines lines={listed.slice(page.offset, page.offset + page.limit)} />
      <Pagination {...page} total={listed.length} noun="lines" onChange={setPage} />
    </div>
  );
}

function Lines({ lines }: { lines: readonly ReconciliationLine[] }) {
  const files = usdColumn(lines.map(({ file }) => numberOf(file?.cost_usd)));
  const ledgers = usdColumn(lines.map(({ ledger }) => numberOf(ledger?.cost_usd)));
  const differences = usdColumn(lines.map(({ difference_usd }) => numberOf(difference_usd)));
  return (
    <Table caption="File and ledger by day and model">
      <TableHead>
        <TableHeader>Model</TableHeader>
        <TableHeader>Date</TableHeader>
        <TableHeader>Result</TableHeader>
        <TableHeader numeric>File</TableHeader>
        <TableHeader numeric>Ledger</TableHeader>
        <TableHeader numeric>Difference</TableHeader>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={`${line.date} ${line.model}`}>
            <TableCell line="first" className="md:max-w-64 md:truncate" title={line.model ?? undefined}>
              <bdi>{line.model ?? "All models"}</bdi>
            </TableCell>
            <TableCell>{line.date}</TableCell>
            <TableCell className="w-full max-md:order-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal py-1.5">
                <StatusChip tone={line.agrees ? "ok" : "warn"}>{line.agrees ? "Agrees" : "Differs"}</StatusChip>
                <span className="text-muted">{explainLine(line)}</span>
              </span>
            </TableCell>
            <TableCell numeric line="hidden" title={titleOf(line.file?.cost_usd)}>
              <Money usd={numberOf(line.file?.cost_usd)} column={files} />
            </TableCell>
            <TableCell numeric line="hidden" title={titleOf(line.ledger?.cost_usd)}>
              <Money usd={numberOf(line.ledger?.cost_usd)} column={ledgers} />
            </TableCell>
            <TableCell numeric line="first" title={titleOf(line.difference_usd)}>
              <Money usd={numberOf(line.difference_usd)} column={differences} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function numberOf(usd: string | null | undefined): number | null {
  return usd === null || usd === undefined ? null : Number(usd);
}

function titleOf(usd: string | null | undefined): string | undefined {
  return usd === null || usd === undefined ? undefined : `$${usd}`;
}
