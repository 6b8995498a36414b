"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import type { reconcileInvoice } from "#lib/contract/reconciliation.ts";
import { ReconciliationLines } from "./reconciliation-lines.tsx";
import { ReconciliationSummary } from "./reconciliation-summary.tsx";

type Answer = z.output<typeof reconcileInvoice.response>;

type ReconciliationAnswerProps = {
  comparison: Pick<UseMutationResult<Answer, ApiError, never>, "data" | "error" | "isPending">;
  fileName: string | undefined;
  onRetry: () => void;
};

const BARS = ["w-48", "w-56", "w-40"].map((width) => ["w-24", width, "w-64", "w-20"]);

/** The comparison of the chosen file, or what to choose. */
export function ReconciliationAnswer({ comparison, fileName, onRetry }: ReconciliationAnswerProps) {
  const { data, error, isPending } = comparison;
  if (isPending) {
    return (
      <TableSkeleton label="comparison" rows={BARS}>
        <Skeleton className="mb-6 h-20 w-full" />
      </TableSkeleton>
    );
  }
  if (error) {
    // The same file is rejected again.
    const failed = { error, ...(error.transient && { refetch: onRetry }) };
    return <ApiErrorState title={`${fileName ?? "The file"} could not be compared`} result={failed} />;
  }
  if (!data) {
    return (
      <EmptyState sentence="Download a CSV file from your provider's console, then choose or drop it here: costs or completions usage from OpenAI, costs or usage from Anthropic, or activity from OpenRouter." />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <ReconciliationSummary answer={data} fileName={fileName} />
      <ReconciliationLines key={`${data.from} ${data.totals.lines} ${data.totals.ledger_usd}`} lines={data.data} />
    </div>
  );
}
