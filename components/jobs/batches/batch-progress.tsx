import { formatCount } from "#lib/format.ts";
import { type BatchEntry, isUnfinished } from "./use-batches.ts";

type Counted = Pick<BatchEntry, "id" | "status" | "request_counts">;

/** How many of a batch's requests have succeeded and failed, as a scale. */
export function BatchProgress({ batch }: { batch: Counted }) {
  const { total, completed, failed } = batch.request_counts;
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` });
  return (
    <div className="flex base:h-1.5 w-full min-w-24 bg-well-strong">
      <progress
        className="sr-only"
        aria-label={`Progress of ${batch.id}`}
        max={Math.max(total, 1)}
        value={completed + failed}
      ></progress>
      <div className="h-full bg-accent" style={share(completed)} />
      <div className="h-full bg-bad" style={share(failed)} />
    </div>
  );
}

/** The same in words: "120 of 500, 3 failed". Of a batch that has ended, the rest was never sent. */
export function BatchCounts({ batch }: { batch: Counted }) {
  const { total, completed, failed } = batch.request_counts;
  const rest = isUnfinished(batch) ? 0 : total - completed - failed;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatCount(completed + failed)} of {formatCount(total)}
      {failed > 0 && <span className="text-bad">, {formatCount(failed)} failed</span>}
      {rest > 0 && <span className="text-muted">, {formatCount(rest)} not sent</span>}
    </span>
  );
}
