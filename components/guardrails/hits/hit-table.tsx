"use client";

import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { formatCount } from "#lib/format.ts";
import { ACTION_LABELS, TEXT_LABELS } from "../guardrail-labels.ts";
import { hitSums } from "./hit-series.ts";
import type { Hits } from "./use-hits.ts";

/** How often each rule found something in the range, in which texts, and its action. */
export function HitTable({ hits }: { hits: Hits }) {
  return (
    <Table caption="Findings in this range">
      <TableHead>
        <TableHeader>Rule</TableHeader>
        <TableHeader>Action</TableHeader>
        <TableHeader>In</TableHeader>
        <TableHeader numeric>Requests</TableHeader>
        <TableHeader numeric>Findings</TableHeader>
      </TableHead>
      <TableBody>
        {hitSums(hits).map(({ rule, name, action, direction, shadow, calls, matches }) => (
          <TableRow key={`${rule} ${action} ${direction} ${shadow}`}>
            <TableCell line="first" className="max-w-80 truncate font-medium" title={name}>
              {name}
            </TableCell>
            <TableCell>
              <span className="flex items-center gap-2">
                {ACTION_LABELS[action]}
                {shadow && <Badge title="Reported only">shadow</Badge>}
              </span>
            </TableCell>
            <TableCell>{TEXT_LABELS[direction].toLowerCase()}</TableCell>
            <TableCell numeric>
              {formatCount(calls)}
              <span className="md:hidden"> {calls === 1 ? "request" : "requests"}</span>
            </TableCell>
            <TableCell numeric>
              {formatCount(matches)}
              <span className="md:hidden"> {matches === 1 ? "finding" : "findings"}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
