"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { mutation } from "#lib/api/query.ts";
import { resetModelAliasCanary } from "#lib/contract/model-aliases.ts";
import { formatCount } from "#lib/format.ts";
import type { Alias } from "./alias-draft.ts";

type CanaryStateProps = { alias: Alias; rollout: NonNullable<Alias["rollout"]>; mayChange: boolean };

/** How the canary of an alias is doing; one that was rolled back can be reset. */
export function CanaryState({ alias, rollout, mayChange }: CanaryStateProps) {
  const reset = useMutation(mutation(resetModelAliasCanary));
  const start = () =>
    reset.mutate(
      { params: { id: alias.id } },
      {
        onSuccess: () => toastDone(`The canary of ${alias.name} gets requests again`),
        onError: ({ message }) => toastFailed("The canary could not be reset", { description: message }),
      },
    );
  const { requests, failed } = rollout.canary;
  if (rollout.status === "running") {
    return (
      <p className="mt-1 text-muted text-xs">
        {formatCount(requests)} requests to the canary in the last 30 minutes, {formatCount(failed)} failed
      </p>
    );
  }
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-xs">
      <StatusChip tone="bad">rolled back</StatusChip>
      <span className="min-w-0 text-muted">{rollout.reason}</span>
      {mayChange && (
        <Button size="small" pending={reset.isPending} onClick={start}>
          Reset canary
        </Button>
      )}
    </div>
  );
}
