"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { mutation } from "#lib/api/query.ts";
import { setCredentialPool } from "#lib/contract/credential-pools.ts";
import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";
import { useProviders } from "../use-providers.ts";
import { nameOfStrategy, STRATEGIES } from "./strategies.ts";

type StrategySelectProps = { provider: string; everyWorkspace: boolean; strategy: PoolStrategy };

/** How several keys of a provider share its requests, saved when it changes. */
export function StrategySelect({ provider, everyWorkspace, strategy }: StrategySelectProps) {
  const { slug } = useShell().currentWorkspace;
  const name = useProviders().nameOfProvider(provider);
  const { mutateAsync, isPending, variables } = useMutation(mutation(setCredentialPool));
  const set = async (next: PoolStrategy) => {
    const body = { strategy: next, workspace_id: everyWorkspace ? null : slug };
    await mutateAsync({ params: { provider }, body }).then(
      () => toastDone(`${name} keys are now used: ${nameOfStrategy(next).toLowerCase()}`),
      (error: Error) => toastFailed("Could not save how keys are used", { description: error.message }),
    );
  };
  return (
    <Select
      aria-label={`How ${name} keys ${everyWorkspace ? "of all workspaces" : "of this workspace"} share requests`}
      size="small"
      className="w-36"
      disabled={isPending}
      options={STRATEGIES}
      value={isPending ? variables?.body.strategy : strategy}
      onValueChange={(next) => void set(next)}
    />
  );
}
