"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { renamePasskey } from "#lib/contract/account.ts";

type RenamePasskeyProps = { id: string; name: string; open: boolean; onClose: () => void };

/** Gives a passkey another name in the list; the device keeps its own. */
export function RenamePasskey({ open, onClose, ...passkey }: RenamePasskeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Rename ${passkey.name}`}
      description="The name in this list; the device may show another."
    >
      <RenameForm {...passkey} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ id, name: before, onClose }: Omit<RenamePasskeyProps, "open">) {
  const [draft, setDraft] = useState(before);
  const rename = useMutation(mutation(renamePasskey));
  const name = draft.trim();
  const isNew = name !== "" && name !== before;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNew || rename.isPending) return;
    const onSuccess = () => {
      toastDone(`${before} is ${name} now`);
      onClose();
    };
    rename.mutate({ body: { id, name } }, { onSuccess });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Name" error={rename.error?.message}>
        <Input value={draft} maxLength={100} autoComplete="off" onChange={(event) => setDraft(event.target.value)} />
      </Field>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={!isNew} pending={rename.isPending}>
          Rename passkey
        </Button>
      </footer>
    </form>
  );
}
