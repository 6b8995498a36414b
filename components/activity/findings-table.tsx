"use client";

import { Download } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { formatCount } from "#lib/format.ts";
import { ComparedCells, ComparedHeaders } from "./compared-cells.tsx";
import { type Finding, findingsFile } from "./findings.ts";

type FindingsTableProps = { findings: readonly Finding[]; nameOf: (id: string) => string };

/** What each guardrail found in the whole range, and in the previous period if it is compared. */
export function FindingsTable({ findings, nameOf }: FindingsTableProps) {
  const { slug } = useShell().currentWorkspace;
  const isCompared = findings.some(({ before }) => before !== undefined);
  const download = () =>
    saveFile(new Blob([findingsFile(findings, nameOf)], { type: "text/csv" }), "guardrail-findings.csv");
  return (
    <div className="flex flex-col gap-3">
      <Button className="self-end" onClick={download}>
        <Download aria-hidden />
        Download CSV
      </Button>
      <Table caption="Findings for the whole range">
        <TableHead>
          <TableHeader>Guardrail</TableHeader>
          <TableHeader>Outcome</TableHeader>
          <TableHeader numeric>Findings</TableHeader>
          {isCompared && <ComparedHeaders />}
        </TableHead>
        <TableBody>
          {findings.map(({ id, outcome, now, before = null }) => (
            <TableRow key={`${id} ${outcome}`}>
              <TableCell line="first" className="md:max-w-80">
                <Link
                  href={`/w/${slug}/guardrails/${id}?tab=findings`}
                  className="flex items-center hover:underline pointer-coarse:min-h-11"
                >
                  <span className="truncate font-medium">{nameOf(id)}</span>
                </Link>
              </TableCell>
              <TableCell>{outcome}</TableCell>
              <TableCell line="first" numeric>
                {formatCount(now)}
              </TableCell>
              {isCompared && <ComparedCells now={now} before={before} format={formatCount} />}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
