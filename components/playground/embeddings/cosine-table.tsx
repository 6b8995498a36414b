"use client";

import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { cn } from "#lib/cn.ts";
import { cosineOf } from "./vectors.ts";

type Line = { place: number; text: string; vector: readonly number[]; norm: number };
type Row = Line & { cells: readonly { place: number; cosine: number | null }[] };

/** Intensity of the most similar pair, in percent of the accent color; texts on it are readable in both themes. */
const STRONGEST = 45;

/** Each text with the norm of its vector and its cosine with every other; a stronger shade is more similar. */
export function CosineTable({ lines }: { lines: readonly Line[] }) {
  const [sortedBy, setSortedBy] = useState<number>();
  const rows = lines.map((line) => ({
    ...line,
    cells: lines.map((other) => ({ place: other.place, cosine: cosineOf(line.vector, other.vector) })),
  }));
  const { least, most } = rangeOf(rows);
  const shadeOf = (cosine: number) => (most > least ? ((cosine - least) / (most - least)) * STRONGEST : 0);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <section aria-label="Vectors" className="relative overflow-x-auto">
        <table className="border-collapse text-xs tabular-nums [&_td]:h-8 [&_td]:px-1.5 [&_td]:text-right [&_th]:h-8 [&_th]:px-1.5 [&_th]:font-normal">
          <caption className="sr-only">
            Each text with the norm of its vector and its cosine similarity to every other text
          </caption>
          <thead>
            <tr className="border-b text-muted">
              <th scope="col" className="sticky left-0 z-10 bg-panel pl-0! text-left">
                Text
              </th>
              <th scope="col" className="text-right">
                Norm
              </th>
              {lines.length > 1 &&
                lines.map((line) => (
                  <ColumnHeader
                    key={line.place}
                    line={line}
                    sorted={line.place === sortedBy}
                    onSort={() => setSortedBy(line.place === sortedBy ? undefined : line.place)}
                  />
                ))}
            </tr>
          </thead>
          <tbody>
            {inOrder(rows, sortedBy).map(({ place, text, norm, cells }) => (
              <tr key={place} className="border-b">
                <th scope="row" title={text} className="sticky left-0 bg-panel pl-0! text-left">
                  <span className="flex gap-2">
                    <span className="min-w-4 text-right text-muted">{place + 1}</span>
                    <span className="block max-w-56 truncate text-ink max-md:max-w-28">{text}</span>
                  </span>
                </th>
                <td>{norm.toFixed(3)}</td>
                {lines.length > 1 &&
                  cells.map((cell) => (
                    <Cosine
                      key={cell.place}
                      cosine={cell.cosine}
                      own={cell.place === place}
                      shade={shadeOf(cell.cosine ?? least)}
                    />
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {most >= least && (
        <p className="text-muted text-xs">
          Cosine similarity between the texts, from {formatCosine(least)} to {formatCosine(most)}. Darker means more
          similar. Choose a column number to sort the texts by similarity to that one.
        </p>
      )}
    </div>
  );
}

function ColumnHeader({ line, sorted, onSort }: { line: Line; sorted: boolean; onSort: () => void }) {
  return (
    <th scope="col" aria-sort={sorted ? "descending" : "none"} className="min-w-11 text-right">
      <button
        type="button"
        onClick={onSort}
        title={line.text}
        className={cn(
          "-mr-1 inline-flex h-6 min-w-6 items-center justify-end rounded-sm px-1 hover:bg-well hover:text-ink",
          sorted && "font-medium text-ink",
        )}
      >
        {sorted && <ArrowDown className="size-3" aria-hidden />}
        {line.place + 1}
        <span className="sr-only">: {line.text}</span>
      </button>
    </th>
  );
}

function Cosine({ cosine, own, shade }: { cosine: number | null; own: boolean; shade: number }) {
  if (cosine === null) return <td className="text-muted">–</td>;
  if (own) return <td className="text-muted">1</td>;
  const backgroundColor = `color-mix(in oklab, var(--accent) ${Math.round(shade)}%, transparent)`;
  return <td style={{ backgroundColor }}>{formatCosine(cosine)}</td>;
}

/** Sorts by similarity to one of them, or in the original order. */
function inOrder(rows: readonly Row[], sortedBy: number | undefined): readonly Row[] {
  if (sortedBy === undefined) return rows;
  const likeness = ({ cells }: Row) => cells[sortedBy]?.cosine ?? -1;
  return rows.toSorted((one, other) => likeness(other) - likeness(one));
}

/** Returns the lowest and highest similarity of all pairs; `most` is below `least` if there are none. */
function rangeOf(rows: readonly Row[]): { least: number; most: number } {
  const pairs = rows.flatMap(({ place, cells }) =>
    cells.flatMap((cell) => (cell.place === place || cell.cosine === null ? [] : [cell.cosine])),
  );
  return { least: Math.min(...pairs), most: Math.max(...pairs) };
}

/** Formats with two decimals; values near zero have no sign. */
function formatCosine(cosine: number): string {
  return (Math.round(cosine * 100) / 100 || 0).toFixed(2);
}
