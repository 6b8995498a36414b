"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { DeliveryResult } from "#components/ui/feedback/delivery-result.tsx";
import { mutation } from "#lib/api/query.ts";
import { testWebhook } from "#lib/contract/webhooks.ts";

/** Sends one message to the saved address, and shows the receiver's response. */
export function WebhookTest() {
  const { id } = useShell().currentWorkspace;
  const test = useMutation(mutation(testWebhook));
  return (
    <>
      <Button pending={test.isPending} onClick={() => test.mutate({ workspace: id })}>
        Send test webhook
      </Button>
      <DeliveryResult test={test} />
    </>
  );
}
