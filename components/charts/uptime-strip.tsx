"use client";

import { useState } from "react";
import { Time } from "#components/ui/display/time.tsx";
import { formatCount, formatPercent } from "#lib/format.ts";
import { formatTime } from "#lib/format-time.ts";
import { PointReader } from "./point-reader.tsx";

export type UptimeCell = {
  startMs: number;
  /** Share of successful attempts, 0 to 1; null without attempts. */
  ratio: number | null;
  attempts: number;
};

type UptimeStripProps = {
  /** The subject: "Anthropic". */
  label: string;
  /** Oldest first; 48 half hours make a day. */
  cells: readonly UptimeCell[];
};

const WIDTH = 240;
const HEIGHT = 20;

/**
 * Uptime with one cell per half hour. A low cell is shorter as well as redder; a cell without traffic is an outline.
 */
export function UptimeStrip({ label, cells }: UptimeStripProps) {
  const [index, setIndex] = useState<number>();
  const cell = index === undefined ? undefined : cells[index];
  const step = WIDTH / Math.max(1, cells.length);
  return (
    <span className="inline-flex flex-col gap-0.5">
      <span className="relative inline-block h-5 w-60 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block h-5 w-60" aria-hidden="true" data-chart>
          {cells.map((one, at) => (
            <Cell key={one.startMs} cell={one} x={at * step} width={Math.max(1, step - 1)} chosen={at === index} />
          ))}
        </svg>
        <PointReader
          label={`Uptime of ${label}`}
          count={cells.length}
          index={index}
          text={cell ? `${formatTime(cell.startMs, "utc")}: ${inWords(cell)}` : overall(cells)}
          onIndexChange={setIndex}
        />
      </span>
      <span className="whitespace-nowrap text-muted text-xs">
        {cell ? (
          <>
            <Time value={cell.startMs} format="clock" />, {inWords(cell)}
          </>
        ) : (
          overall(cells)
        )}
      </span>
    </span>
  );
}

function Cell({ cell, x, width, chosen }: { cell: UptimeCell; x: number; width: number; chosen: boolean }) {
  if (cell.ratio === null) {
    return (
      <rect x={x + 0.5} y={HEIGHT - 5.5} width={Math.max(0.5, width - 1)} height="5" fill="none" stroke="var(--edge)" />
    );
  }
  const height = 6 + cell.ratio * (HEIGHT - 6);
  const color = cell.ratio >= 0.995 ? "var(--ok)" : cell.ratio >= 0.95 ? "var(--warn)" : "var(--bad)";
  return (
    <g opacity={chosen ? 1 : 0.85}>
      <rect x={x} y={HEIGHT - height} width={width} height={height} fill={color} />
      {chosen && <rect x={x} y="0" width={width} height={HEIGHT} fill="none" stroke="var(--ink)" />}
    </g>
  );
}

function inWords({ ratio, attempts }: UptimeCell): string {
  return ratio === null ? "no traffic" : `${formatPercent(ratio)} of ${formatCount(attempts)} attempts succeeded`;
}

function overall(cells: readonly UptimeCell[]): string {
  const attempts = cells.reduce((all, cell) => all + cell.attempts, 0);
  if (attempts === 0) return "no traffic yet";
  const answered = cells.reduce((all, cell) => all + (cell.ratio ?? 0) * cell.attempts, 0);
  return `${formatPercent(answered / attempts)} of ${formatCount(attempts)} attempts succeeded`;
}
