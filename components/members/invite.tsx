"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { SecretReveal } from "#components/ui/display/secret-reveal.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Segmented } from "#components/ui/forms/segmented.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createInvitation } from "#lib/contract/invitations.ts";
import type { Role } from "#lib/roles.ts";
import { RoleChoice } from "./role-choice.tsx";

type InviteProps = { open: boolean; onClose: () => void };
type Made = { url: string; email: string };

/** Invites somebody, then shows the link once: it is sent by whoever invites. */
export function Invite({ open, onClose }: InviteProps) {
  const [made, setMade] = useState<Made>();
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title="Invite somebody"
        description="You get a link to send them. The gateway sends no mail."
      >
        <InviteForm
          onCancel={onClose}
          onMade={(invitation) => {
            onClose();
            setMade(invitation);
          }}
        />
      </Dialog>
      <SecretReveal
        secret={made?.url}
        title={`Link for ${made?.email}`}
        noun="link"
        note={`Send it to ${made?.email} and nobody else: whoever opens it joins as this address.`}
        onClose={() => setMade(undefined)}
      />
    </>
  );
}

const DAYS = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
] as const;

function InviteForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("7");
  const [tried, setTried] = useState(false);
  const create = useMutation(mutation(createInvitation));
  const schema = useBodySchema(createInvitation);
  const body = { email, role, expires_in_days: Number(days) };
  const checked = schema?.safeParse(body);
  const own = tried ? checked?.error?.issues.find(({ path }) => path[0] === "email")?.message : undefined;
  const refused = create.error?.issues[0]?.message ?? create.error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked?.success === false || create.isPending) return;
    create.mutate(
      { body },
      {
        onSuccess: ({ url, data }) => {
          // The answer holds the link; it lives in the dialog's state alone.
          create.reset();
          onMade({ url, email: data.email });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Email" required error={own ?? refused}>
        <Input
          inputMode="email"
          value={email}
          autoComplete="off"
          onChange={(event) => {
            setEmail(event.target.value);
            create.reset();
          }}
        />
      </Field>
      <Field label="Role">
        <RoleChoice value={role} onChange={setRole} />
      </Field>
      <Field label="The link works for">
        <Segmented options={DAYS} value={days} onValueChange={setDays} />
      </Field>
      <p className="text-muted text-xs">An earlier invitation of the same address that is still pending is revoked.</p>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" pending={create.isPending}>
          Make the link
        </Button>
      </footer>
    </form>
  );
}
