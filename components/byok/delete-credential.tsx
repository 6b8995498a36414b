"use client";

import { useMutation } from "@tanstack/react-query";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteCredential } from "#lib/contract/byok.ts";
import { formatCount } from "#lib/format.ts";
import { type Credential, nameOf } from "./credential-status.tsx";
import { useAllCredentials } from "./list/all-credentials.ts";
import { useProviders } from "./use-providers.ts";

type DeleteCredentialProps = { record: Credential; open: boolean; onClose: () => void; onDeleted?: () => void };

/** Deletes a provider key permanently, after showing its usage and asking for its name. */
export function DeleteCredential({ record, ...dialog }: DeleteCredentialProps) {
  return (
    <DeleteDialog
      {...dialog}
      deletion={useMutation(mutation(deleteCredential))}
      request={{ params: { id: record.id } }}
      noun="provider key"
      name={nameOf(record)}
      typesName={Boolean(record.name)}
      facts={
        <>
          <p>The stored key is deleted permanently. Its spend stays on record.</p>
          <UseFacts record={record} />
          <WhatTakesOver record={record} />
        </>
      }
    />
  );
}

function UseFacts({ record }: { record: Credential }) {
  if (!record.last_used_at) return <p>No requests have used the current key.</p>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
      <dt>Last used</dt>
      <dd>
        <Time value={record.last_used_at} />
      </dd>
      <dt>Successful requests</dt>
      <dd>{formatCount(record.successes)}</dd>
      <dt>Spend today</dt>
      <dd>
        <Money usd={record.usage_daily} total />
      </dd>
      <dt>Spend this month</dt>
      <dd>
        <Money usd={record.usage_monthly} total />
      </dd>
    </dl>
  );
}

function WhatTakesOver({ record }: { record: Credential }) {
  const { credentials } = useAllCredentials();
  const { nameOfProvider } = useProviders();
  const provider = nameOfProvider(record.provider);
  const others = credentials.filter(
    (one) => one.provider === record.provider && one.id !== record.id && !one.disabled && one.is_readable,
  );
  if (others.length > 0) {
    return (
      <p>
        Requests to {provider} continue with {others.map(nameOf).join(", ")}, where their scopes allow it.
      </p>
    );
  }
  return (
    <p>
      This is your only active key for {provider}. Requests use the system credential, if there is one. Otherwise,
      models that only {provider} serves become unavailable.
    </p>
  );
}
