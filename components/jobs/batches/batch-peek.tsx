"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { getBatch } from "#lib/contract/batches.ts";
import { usePeek } from "../job-view.ts";
import { BatchActions } from "./batch-actions.tsx";
import { BatchFacts } from "./batch-facts.tsx";
import { BatchCounts, BatchProgress } from "./batch-progress.tsx";
import { type BatchEntry, BUSY_MS, isUnfinished } from "./use-batches.ts";

/** One batch next to the list: its progress, cost, results and errors. */
export function BatchPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [peek] = usePeek();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Batch">
      {peek && <BatchDetails key={peek} id={peek} />}
    </Sheet>
  );
}

function BatchDetails({ id }: { id: string }) {
  const result = useQuery({
    ...query(getBatch, { params: { batch_id: id } }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? BUSY_MS : false),
  });
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The batch could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="batch" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-2 text-sm">
        <BatchCounts batch={data} />
        <BatchProgress batch={data} />
      </div>
      <BatchErrors batch={data} />
      <BatchActions batch={data} />
      <BatchFacts batch={data} />
    </>
  );
}

/** Why the input was rejected, line by line. */
function BatchErrors({ batch }: { batch: BatchEntry }) {
  if (!batch.errors) return null;
  return (
    <section aria-label="Errors" className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium">The input file was rejected</h3>
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {batch.errors.data.map(({ line, message, code }) => (
          <li key={`${line} ${code}`} className="break-words text-bad">
            {line !== null && `Line ${line}: `}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
