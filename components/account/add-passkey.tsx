"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { createPasskey } from "#lib/api/create-passkey.ts";
import { addPasskey } from "#lib/contract/account.ts";
import { deviceOf } from "#lib/device-name.ts";

type AddPasskeyProps = { open: boolean; onClose: () => void };

/** Names a passkey and lets the browser make it. */
export function AddPasskey({ open, onClose }: AddPasskeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Add passkey"
      description="The browser asks next where to keep it, and for your finger, face or security key."
    >
      <AddPasskeyForm onClose={onClose} />
    </Dialog>
  );
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent));
  const client = useQueryClient();
  const add = useMutation({ mutationFn: createPasskey });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || add.isPending) return;
    add.mutate(name.trim(), {
      onSuccess: () => {
        toastDone(`${name.trim()} is added`);
        void client.invalidateQueries({ queryKey: [addPasskey.resource] });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Name" hint="So that you know it in the list" error={add.error?.message}>
        <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={name.trim() === ""} pending={add.isPending}>
          Add passkey
        </Button>
      </footer>
    </form>
  );
}
