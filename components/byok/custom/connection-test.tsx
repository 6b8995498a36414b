"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { testCustomProvider, testNewCustomProvider } from "#lib/contract/custom-providers.ts";
import { formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { headersIn } from "#lib/header-lines.ts";
import type { ModelList } from "./model-fields.tsx";
import type { Provider, ProviderDraft } from "./provider-draft.ts";

type ConnectionTestProps = { form: ContractForm<ProviderDraft>; provider: Provider | undefined; models: ModelList };

const LOOKS = { ok: ["ok", "Connected"], refused: ["bad", "Key rejected"], failed: ["bad", "Failed"] } as const;

/** Tests the connection as the form describes it, and offers the models that the server lists. */
export function ConnectionTest({ form, provider, models }: ConnectionTestProps) {
  const testNew = useMutation(mutation(testNewCustomProvider));
  const testStored = useMutation(mutation(testCustomProvider));
  // Stored secrets are never sent to an address that is not stored.
  const isStored = (draft: ProviderDraft) =>
    provider !== undefined &&
    draft.api_key === "" &&
    draft.base_url === provider.base_url &&
    draft.api === provider.api;
  const test = () => {
    testNew.reset();
    testStored.reset();
    const draft = form.getValues();
    if (provider && isStored(draft)) return testStored.mutate({ params: { id: provider.id } });
    const { api, base_url, api_key } = draft;
    testNew.mutate({ body: { api, base_url, api_key: api_key || null, headers: headersIn(draft.headers) } });
  };
  const result = testNew.data?.data ?? testStored.data?.data;
  const error = testNew.error ?? testStored.error;
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" pending={testNew.isPending || testStored.isPending} onClick={test}>
        Test connection
      </Button>
      <div role="status" className="empty:hidden">
        {error && <p className="text-bad text-sm">Could not test the connection: {problemOf(error)}</p>}
        {result && (
          <div className="flex flex-col gap-2 rounded-md border px-3 py-2.5 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <StatusChip tone={LOOKS[result.outcome][0]}>{LOOKS[result.outcome][1]}</StatusChip>
              <span className="text-muted text-xs">
                {result.status === null ? "no response" : `HTTP ${result.status}`}, {formatDuration(result.duration_ms)}
              </span>
            </p>
            <p className="break-words">{result.message}</p>
            <FoundModels names={result.models} models={models} />
          </div>
        )}
      </div>
    </div>
  );
}

function FoundModels({ names, models }: { names: readonly string[]; models: ModelList }) {
  const listed = new Set(models.models.map(({ id }) => id));
  const left = names.filter((name) => !listed.has(name));
  if (left.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button size="small" className="self-start" onClick={() => models.add(left)}>
        {left.length === 1 ? "Add the model" : `Add all ${formatCount(left.length)} models`}
      </Button>
      {left.length > 1 && (
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
          {left.map((name) => (
            <li key={name}>
              <Button size="small" aria-label={`Add ${name}`} onClick={() => models.add([name])}>
                <span className="max-w-60 truncate font-mono">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Names the field in the form's words. */
function problemOf({ issues: [issue], message }: ApiError): string {
  return issue?.path === "base_url" ? `the base URL ${issue.message}` : message;
}
