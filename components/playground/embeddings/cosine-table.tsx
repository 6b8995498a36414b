"use client";

import { cosineOf } from "./vectors.ts";

type Line = { place: number; text: string; vector: readonly number[]; norm: number };

/** How dark the likest pair is, in percent of the accent; texts on it stay readable in both themes. */
const DARKEST = 45;

/** Each text with the norm of its vector and its cosine to every other; darker is more alike. */
export function CosineTable({ lines }: { lines: readonly Line[] }) {
  const rows = lines.map((line) => ({
    ...line,
    cells: lines.map((other) => ({ place: other.place, cosine: cosineOf(line.vector, other.vector) })),
  }));
  const pairs = rows.flatMap(({ place, cells }) =>
    cells.flatMap((cell) => (cell.place === place || cell.cosine === null ? [] : [cell.cosine])),
  );
  const least = Math.min(...pairs);
  const most = Math.max(...pairs);
  const shadeOf = (cosine: number | null) => {
    if (cosine === null || most <= least) return 0;
    return Math.round(((cosine - least) / (most - least)) * DARKEST);
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <section aria-label="Vectors" className="relative overflow-x-auto">
        <table className="border-collapse text-xs tabular-nums [&_td]:h-8 [&_td]:px-2 [&_td]:text-right [&_th]:h-8 [&_th]:px-2 [&_th]:font-normal">
          <caption className="sr-only">
            Each text with the norm of its vector and its cosine similarity to every other text
          </caption>
          <thead>
            <tr className="border-b text-muted">
              <th scope="col" className="sticky left-0 bg-panel pl-0! text-left">
                Text
              </th>
              <th scope="col" className="text-right">
                Norm
              </th>
              {lines.length > 1 &&
                lines.map(({ place, text }) => (
                  <th key={place} scope="col" title={text} className="min-w-12 text-right">
                    {place + 1}
                    <span className="sr-only">: {text}</span>
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place, text, norm, cells }) => (
              <tr key={place} className="border-b">
                <th scope="row" title={text} className="sticky left-0 bg-panel pl-0! text-left">
                  <span className="flex gap-2">
                    <span className="text-muted">{place + 1}</span>
                    <span className="block max-w-56 truncate text-ink max-md:max-w-28">{text}</span>
                  </span>
                </th>
                <td>{norm.toFixed(3)}</td>
                {lines.length > 1 &&
                  cells.map((cell) =>
                    cell.place === place ? (
                      <td key={cell.place} className="text-muted">
                        {cell.cosine === null ? "–" : "1"}
                      </td>
                    ) : (
                      <td
                        key={cell.place}
                        style={{
                          backgroundColor: `color-mix(in oklab, var(--accent) ${shadeOf(cell.cosine)}%, transparent)`,
                        }}
                      >
                        {cell.cosine === null ? "–" : cell.cosine.toFixed(2)}
                      </td>
                    ),
                  )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pairs.length > 0 && (
        <p className="text-muted text-xs">
          Cosine similarity of each two texts: the darker, the more alike, from {least.toFixed(2)} to {most.toFixed(2)}.
        </p>
      )}
    </div>
  );
}
