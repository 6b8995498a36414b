"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { mutation } from "#lib/api/query.ts";
import { removePasskey } from "#lib/contract/account.ts";
import type { Account } from "./account.ts";

const renaming = lazyLayer(() => import("./rename-passkey.tsx").then(({ RenamePasskey }) => RenamePasskey));

/** One passkey, with buttons to rename and remove it. */
export function PasskeyLine({ passkey }: { passkey: Account["passkeys"][number] }) {
  const [isRenaming, setRenaming] = useState(false);
  const remove = useMutation(mutation(removePasskey));
  const name = passkey.name ?? "Unnamed passkey";
  const confirm = () =>
    void remove.mutateAsync({ body: { id: passkey.id } }).then(
      () => toastDone(`${name} removed`),
      (error: Error) => toastFailed(`Could not remove ${name}`, { description: error.message }),
    );
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="truncate text-sm">{name}</span>
        <span className="text-muted text-xs">
          Added <Time value={passkey.created_at} format="date" />
        </span>
      </div>
      <div className="flex shrink-0 gap-2">
        <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <ConfirmPopover
          trigger={
            <Button size="small" pending={remove.isPending} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          }
          question={`Remove the passkey ${name}?`}
          action="Remove passkey"
          onConfirm={confirm}
        >
          It can no longer sign you in. Delete it from your device too.
        </ConfirmPopover>
      </div>
      <LazyContent
        layer={renaming}
        props={{ id: passkey.id, name, open: isRenaming, onClose: () => setRenaming(false) }}
      />
    </li>
  );
}
