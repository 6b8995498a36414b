"use client";

import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { formatCount } from "#lib/format.ts";
import { CosineTable } from "./cosine-table.tsx";
import { normOf } from "./vectors.ts";

export type EmbeddingsOutput = { texts: readonly string[]; vectors: readonly (readonly number[])[]; tokens: number };

/** The result: the number and length of vectors, and their pairwise similarity. */
export function EmbeddingsResult({ embedded: { texts, vectors } }: { embedded: EmbeddingsOutput }) {
  const lines = vectors.map((vector, place) => ({ place, text: texts[place] ?? "", vector, norm: normOf(vector) }));
  const lengths = [...new Set(vectors.map(({ length }) => length))].map(formatCount).join(" or ");
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex items-center gap-2 text-sm">
        <span>
          {vectors.length === 1 ? "1 vector" : `${vectors.length} vectors`} of{" "}
          <span className="font-medium tabular-nums">{lengths}</span> dimensions
        </span>
        <CopyButton text={() => JSON.stringify(vectors)} label="Copy the vectors as JSON" />
      </p>
      <CosineTable lines={lines} />
      {vectors.length === 1 && <Beginning vector={vectors[0] ?? []} />}
    </div>
  );
}

const MOST_SHOWN = 8;

/** The first numbers of a vector that has no other to compare with. */
function Beginning({ vector }: { vector: readonly number[] }) {
  const first = vector.slice(0, MOST_SHOWN).map((value) => value.toFixed(4));
  return (
    <p className="break-words font-mono text-muted text-xs">
      [{first.join(", ")}
      {vector.length > MOST_SHOWN && ", …"}]
    </p>
  );
}
