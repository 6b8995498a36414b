"use client";

import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { cn } from "#lib/cn.ts";
import type { RankedDocument } from "./ranking.ts";

type RerankResultProps = {
  ranking: readonly RankedDocument[];
  /** Number of documents sent. */
  asked: number;
};

/** The documents by relevance: score as number and bar, and the previous position. */
export function RerankResult({ ranking, asked }: RerankResultProps) {
  const left = asked - ranking.length;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol aria-label="Documents by relevance" className="flex flex-col border-t">
        {ranking.map((one) => (
          <RankedRow key={one.from} ranked={one} />
        ))}
      </ol>
      <p className="text-muted text-xs">
        Bars are relative to the best score.
        {left > 0 && (left === 1 ? " 1 document left out by top N." : ` ${left} documents left out by top N.`)}
      </p>
    </div>
  );
}

function RankedRow({ ranked: { rank, from, text, score, share } }: { ranked: RankedDocument }) {
  return (
    <li className="grid grid-cols-[1.25rem_1fr_4.5rem] items-start gap-x-3 gap-y-1 border-b py-2 text-sm">
      <span className="text-right text-muted tabular-nums">{rank}</span>
      <span className="line-clamp-3 min-w-0 whitespace-pre-wrap break-words" title={text}>
        {text}
      </span>
      <RankChange steps={from - rank} from={from} />
      <span className="col-start-2 flex items-center gap-2 text-xs">
        <span aria-hidden className="h-1.5 min-w-0 flex-1 rounded-full bg-well-strong">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.max(share * 100, 0.5)}%` }} />
        </span>
      </span>
      <span className="text-right font-medium text-xs tabular-nums">
        <span className="sr-only">score </span>
        {score.toFixed(4)}
      </span>
    </li>
  );
}

/** The change of a document's position, and the previous one. */
function RankChange({ steps, from }: { steps: number; from: number }) {
  const Icon = steps > 0 ? ArrowUp : steps < 0 ? ArrowDown : Equal;
  const words = steps === 0 ? "same position" : `${steps > 0 ? "up" : "down"} ${Math.abs(steps)}`;
  return (
    <span
      title={`Was ${from}`}
      className={cn(
        "inline-flex items-center justify-end gap-1 whitespace-nowrap text-xs tabular-nums",
        steps > 0 ? "text-ok" : "text-muted",
      )}
    >
      <Icon className="size-3.5" aria-hidden />
      {words}
      <span className="sr-only">, was {from}</span>
    </span>
  );
}
