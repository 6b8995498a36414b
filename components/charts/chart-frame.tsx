"use client";

import { ChartLine, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";

type ChartFrameProps = {
  title: string;
  /** The headline number, larger than everything else. */
  headline?: ReactNode;
  /** One sentence that describes the chart for people who cannot see it. */
  summary: string;
  /** Notes under the chart: the zone, "showing 8 of 41", downsampling. */
  note?: ReactNode;
  /** Links next to the title: "View logs". */
  actions?: ReactNode;
  /** The same numbers as rows. */
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  children: ReactNode;
};

/** Title, summary, and a switch to the table, around any chart. */
export function ChartFrame({ title, headline, summary, note, actions, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-2" data-chart>
      <figcaption className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={id} className="truncate font-medium text-sm">
            {title}
          </h3>
          {headline && <p className="font-medium text-2xl">{headline}</p>}
          <p className="sr-only">{summary}</p>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {actions}
          <IconButton
            size="small"
            label={asTable ? `View ${title} as chart` : `View ${title} as table`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
        </div>
      </figcaption>
      {asTable ? <ChartTable title={title} {...table} /> : children}
      {note && <p className="text-muted text-xs">{note}</p>}
    </figure>
  );
}

function ChartTable({ title, columns, rows }: ChartFrameProps["table"] & { title: string }) {
  return (
    <ScrollBox as="section" aria-label={title} className="max-h-72 overflow-auto border-y">
      <table className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-panel">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1.5 font-normal text-muted not-first:text-right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]} className="border-t">
              {row.map((cell, index) => (
                <td key={columns[index]} className="whitespace-nowrap px-2 py-1 not-first:text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
