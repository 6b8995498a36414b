"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation, query } from "#lib/api/query.ts";
import { getOrganization, updateOrganization } from "#lib/contract/organization.ts";

/** Whether the console requires a second factor. */
export function SecondFactorPanel() {
  const result = useQuery(query(getOrganization));
  const { data, error } = result;
  const save = useMutation(mutation(updateOrganization));
  const change = (isRequired: boolean) =>
    save.mutate(
      { body: { requires_second_factor: isRequired } },
      {
        onSuccess: () => toastDone(isRequired ? "A second factor is now required" : "A second factor is now optional"),
      },
    );
  return (
    <Panel title="Second factor">
      {error && !data && <ApiErrorState title="The setting could not be loaded" result={result} />}
      {!error && !data && (
        <Loading label="second factor" className="flex flex-col gap-4">
          <Skeleton className="w-72 max-w-full" />
        </Loading>
      )}
      {data && (
        <Switch
          label="Require a second factor"
          hint="Members need an authenticator app or a passkey, however they sign in. API keys are not affected."
          checked={
            save.isPending ? Boolean(save.variables?.body?.requires_second_factor) : data.data.requires_second_factor
          }
          disabled={save.isPending}
          onCheckedChange={change}
        />
      )}
      {save.error && <Refusal error={save.error} />}
    </Panel>
  );
}

function Refusal({ error }: { error: ApiError }) {
  return (
    <p role="alert" className="mt-3 text-bad text-sm">
      {error.message}.{" "}
      {error.reason === "own_second_factor" && (
        <a href="/sign-in?prove=1&next=/org/settings" className="text-ink underline underline-offset-3">
          Set it up now
        </a>
      )}
    </p>
  );
}
