"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { putBudget } from "#lib/contract/budgets.ts";
import type { Budget } from "./budget-row.tsx";

/** Whether spending through own provider keys counts against the budgets; the API sets it together with a budget. */
export function ByokRule({ includes, budgets }: { includes: boolean; budgets: readonly Budget[] }) {
  const { id } = useShell().currentWorkspace;
  const { mutateAsync, isPending } = useMutation(mutation(putBudget));
  const [budget] = budgets;
  const set = (include: boolean) => {
    if (!budget) return;
    const interval = budget.reset_interval ?? "lifetime";
    const body = { limit_usd: budget.limit_usd, include_byok_in_budgets: include };
    void mutateAsync({ params: { ref: id, interval }, body, workspace: id }).then(
      () => toastDone(`BYOK spend ${include ? "now counts" : "no longer counts"}`),
      (error: ApiError) => toastFailed("Could not change the budgets", { description: error.message }),
    );
  };
  return (
    <Switch
      className="border-t pt-4"
      label="Count BYOK spend"
      hint={budget ? "Applies to all budgets above" : "Set a budget first."}
      checked={includes}
      disabled={!budget || isPending}
      onCheckedChange={set}
    />
  );
}
