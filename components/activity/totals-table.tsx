"use client";

import { Download } from "lucide-react";
import { UNKNOWN } from "#components/charts/analytics-rows.ts";
import { metricColumn } from "#components/charts/format-metric.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { DIMENSIONS, type Dimension, METRICS, type Metric } from "#lib/contract/analytics-fields.ts";
import { formatCount } from "#lib/format.ts";
import { ComparedCells, ComparedHeaders } from "./compared-cells.tsx";
import { type Total, totalsFile } from "./totals.ts";

/** Rows in the table; the file has all. */
const MOST_ROWS = 100;
/** Values shown by name also have an id to copy. */
const NAMED: readonly Dimension[] = ["api_key_hash", "user_id", "workspace_id"];

type TotalsProps = {
  totals: readonly Total[];
  metric: Metric;
  by: Dimension;
  nameOf: (value: string) => string;
};

/** A metric of each value of a dimension in the whole range, and in the previous period if it is compared. */
export function Totals({ totals, metric, by, nameOf }: TotalsProps) {
  const isCompared = totals.some(({ before }) => before !== undefined);
  const amounts = totals.flatMap(({ now, before = null }) => [now, before]);
  const format = METRICS[metric].format === "number" ? formatCount : metricColumn(metric, amounts);
  const download = () => {
    const file = new Blob([totalsFile({ totals, metric, by, nameOf })], { type: "text/csv" });
    saveFile(file, `${metric}-by-${by}.csv`);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          {totals.length > MOST_ROWS &&
            `The first ${MOST_ROWS} of ${formatCount(totals.length)} rows. The CSV file has all of them.`}
        </p>
        <Button onClick={download}>
          <Download aria-hidden />
          Download CSV
        </Button>
      </div>
      <Table caption={`${METRICS[metric].label} for the whole range`}>
        <TableHead>
          <TableHeader>{DIMENSIONS[by].label.split(":")[0]}</TableHeader>
          <TableHeader numeric>{METRICS[metric].label}</TableHeader>
          {isCompared && <ComparedHeaders />}
        </TableHead>
        <TableBody>
          {totals.slice(0, MOST_ROWS).map(({ value, now, before = null }) => (
            <TableRow key={String(value)}>
              <TableCell line="first" title={value ?? ""}>
                <span className="flex min-w-0 items-center gap-2">
                  <bdi className="truncate">{nameOf(value ?? UNKNOWN)}</bdi>
                  {NAMED.includes(by) && value !== null && <IdPill id={value} label={DIMENSIONS[by].label} ends={4} />}
                </span>
              </TableCell>
              <TableCell line="first" numeric>
                {format(now)}
              </TableCell>
              {isCompared && <ComparedCells now={now} before={before} format={format} />}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
