"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteSingleSignOn } from "#lib/contract/single-sign-on.ts";
import type { SignOn } from "./sign-on.ts";
import { SignOnTest } from "./sign-on-test.tsx";

type SignOnFactsProps = { signOn: SignOn; isOwner: boolean; onEdit: () => void };

/** The identity provider's settings; its secret is never shown again. */
export function SignOnFacts({ signOn, isOwner, onEdit }: SignOnFactsProps) {
  const [ending, setEnding] = useState(false);
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm [&_dd]:break-words [&_dt]:text-muted">
        <dt>Issuer</dt>
        <dd>{signOn.issuer}</dd>
        <dt>Client ID</dt>
        <dd className="font-mono text-xs">{signOn.client_id}</dd>
        <dt>Client secret</dt>
        <dd>
          stored <Time value={signOn.updated_at} />
        </dd>
        <dt>Redirect URL</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all text-xs">{signOn.redirect_url}</code>
          <CopyButton text={signOn.redirect_url} label="Copy redirect URL" />
        </dd>
      </dl>
      <p className="text-muted text-xs">Register this redirect URL with the provider.</p>
      <SignOnTest signOn={signOn} />
      {isOwner && (
        <div className="flex flex-wrap gap-2 border-t pt-4">
          <Button onClick={onEdit}>Change</Button>
          <Button variant="dangerOutline" onClick={() => setEnding(true)}>
            Turn off
          </Button>
        </div>
      )}
      <EndSignOn open={ending} issuer={signOn.issuer} onClose={() => setEnding(false)} />
    </>
  );
}

type EndSignOnProps = { open: boolean; issuer: string; onClose: () => void };

function EndSignOn({ open, issuer, onClose }: EndSignOnProps) {
  const end = useMutation(mutation(deleteSingleSignOn));
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toastDone("Single sign-on is off");
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Turn off single sign-on"
      action="Turn off single sign-on"
      name={URL.canParse(issuer) ? new URL(issuer).host : issuer}
      pending={end.isPending}
      onConfirm={confirm}
      problem={end.error && `Could not turn off single sign-on: ${end.error.message}`}
      facts={
        <p>
          Accounts and sessions are kept, and the client secret is deleted. Members without a password or passkey can no
          longer sign in.
        </p>
      }
    />
  );
}
