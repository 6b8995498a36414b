"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { putWebhook } from "#lib/contract/webhooks.ts";

/** The workspace's webhook URL, saved on its own. */
export function WebhookAddress({ saved }: { saved: string | null }) {
  const { id } = useShell().currentWorkspace;
  const mayChange = usePermission(putWebhook);
  const { mutateAsync, isPending } = useMutation(mutation(putWebhook));
  const form = useContractForm({
    endpoint: putWebhook,
    defaultValues: { url: saved ?? "" },
    bodyOf: ({ url }) => ({ url: url.trim() as string | null }),
    messages: { url: "Enter a URL that starts with https://, without a user name or password" },
    fieldOfError: () => "url",
    send: (body) => mutateAsync({ body, workspace: id }),
    onSuccess: () => toastDone("Default URL saved"),
  });
  const wanted = useWatch({ control: form.control, name: "url" }).trim();
  const isChanged = wanted !== "" && wanted !== saved;
  const remove = async () => {
    const isRemoved = await mutateAsync({ body: { url: null }, workspace: id }).then(
      () => true,
      (error: ApiError) => toastFailed("Could not remove the URL", { description: error.message }),
    );
    if (isRemoved) toastDone("Default URL removed");
  };
  return (
    <Form form={form} aria-label="Webhook">
      <fieldset disabled={!mayChange} className="min-w-0">
        <FormField
          form={form}
          name="url"
          label="Default URL"
          hint="A public HTTPS URL. Private network addresses are rejected."
        >
          {(field) => (
            <div className="flex items-center gap-2">
              <Input
                {...field}
                mono
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                placeholder="https://example.com/videos"
                className="flex-1"
              />
              {isChanged && (
                <Button type="submit" pending={form.isPending}>
                  Save URL
                </Button>
              )}
              {saved && !isChanged && (
                <ConfirmPopover
                  trigger={<Button disabled={isPending}>Remove</Button>}
                  question="Remove the default URL?"
                  action="Remove URL"
                  onConfirm={() => void remove()}
                >
                  Only requests with a callback_url will send webhooks. Deliveries in progress continue.
                </ConfirmPopover>
              )}
            </div>
          )}
        </FormField>
      </fieldset>
    </Form>
  );
}
