"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation } from "#lib/api/query.ts";
import { rotateWebhookSecret } from "#lib/contract/webhooks.ts";
import { WEBHOOK_SECRET_VARIABLE, webhookSamples } from "#lib/webhook-samples.ts";

type WebhookSecretProps = { open: boolean; secret: string; onClose: () => void };

/** The signing secret of the workspace's messages, and how a receiver verifies them. */
export function WebhookSecret({ open, secret, onClose }: WebhookSecretProps) {
  const { id } = useShell().currentWorkspace;
  const mayRotate = usePermission(rotateWebhookSecret);
  const rotate = useMutation(mutation(rotateWebhookSecret));
  const confirm = () =>
    rotate.mutate(
      { workspace: id },
      {
        onSuccess: () => toastDone("Signing secret rotated"),
        onError: (error: ApiError) => toastFailed("Could not rotate the secret", { description: error.message }),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Signing secret"
      description="Webhooks are signed with it, so that receivers can verify where they come from."
      width="medium"
      footer={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      <code className="select-all break-all rounded-md border border-edge bg-well px-3 py-2.5 text-sm">{secret}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} label="Copy secret" size="medium">
          Copy
        </CopyButton>
        <CopyButton text={`${WEBHOOK_SECRET_VARIABLE}=${secret}`} label="Copy as .env line" size="medium">
          Copy as .env line
        </CopyButton>
        {mayRotate && (
          <ConfirmPopover
            trigger={<Button pending={rotate.isPending}>Rotate</Button>}
            question="Rotate the signing secret?"
            action="Rotate secret"
            onConfirm={confirm}
          >
            New webhooks are signed with the new secret. Update your receivers, or they will reject webhooks.
          </ConfirmPopover>
        )}
      </div>
      <p className="text-sm">
        The header <code>X-Switchboard-Signature</code> contains a timestamp and a signature of the timestamp and body.
        Failed webhooks are sent again; <code>X-Switchboard-Idempotency-Key</code> identifies duplicates.
      </p>
      <CodeBlock label="Verify a signature" samples={webhookSamples} />
    </Dialog>
  );
}
