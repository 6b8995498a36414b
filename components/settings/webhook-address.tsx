"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useMay } from "#components/shell/use-may.ts";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { mutation } from "#lib/api/query.ts";
import { putWebhook } from "#lib/contract/webhooks.ts";

/** The workspace's own address: set, changed or removed on its own. */
export function WebhookAddress({ saved }: { saved: string | null }) {
  const { id } = useShell().currentWorkspace;
  const mayChange = useMay(putWebhook);
  const [address, setAddress] = useState(saved ?? "");
  const put = useMutation(mutation(putWebhook));
  const wanted = address.trim();
  const changed = wanted !== "" && wanted !== saved;
  const send = (url: string | null, said: string) =>
    // A refusal is shown by the mutation's error.
    void put.mutateAsync({ body: { url }, workspace: id }).then(
      () => toastDone(said),
      () => undefined,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && !put.isPending) send(wanted, "Videos of the workspace are told there");
  };
  const { error } = put;
  return (
    <form onSubmit={submit} aria-label="Webhook" noValidate>
      <fieldset disabled={!mayChange} className="min-w-0">
        <Field
          label="Default address"
          hint="HTTPS, and reached over the internet: addresses in private networks are refused."
          error={error && (error.issues[0]?.message ?? error.message)}
        >
          <div className="flex items-center gap-2">
            <Input
              mono
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/videos"
              className="flex-1"
            />
            {changed && (
              <Button type="submit" pending={put.isPending}>
                Save address
              </Button>
            )}
            {saved && !changed && (
              <ConfirmPopover
                trigger={<Button disabled={put.isPending}>Remove</Button>}
                question="Remove the default address?"
                action="Remove address"
                onConfirm={() => send(null, "The workspace has no default address any more")}
              >
                Only calls that name a callback_url are told of from then on. What is being delivered goes on.
              </ConfirmPopover>
            )}
          </div>
        </Field>
      </fieldset>
    </form>
  );
}
