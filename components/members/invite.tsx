"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SecretReveal } from "#components/ui/display/secret-reveal.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createInvitation } from "#lib/contract/invitations.ts";
import type { Role } from "#lib/roles.ts";
import { RoleChoice } from "./role-choice.tsx";

type InviteProps = { open: boolean; onClose: () => void };
type Made = { url: string; email: string };

/** Invites somebody, then shows the link once; the inviter sends it. */
export function Invite({ open, onClose }: InviteProps) {
  const [made, setMade] = useState<Made>();
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title="Invite a member"
        description="You get a link to send them. Switchboard does not email invitations."
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
        note={`Send it only to ${made?.email}. Whoever opens it joins with this address.`}
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
type Days = (typeof DAYS)[number]["value"];

function InviteForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const create = useMutation(mutation(createInvitation));
  const form = useContractForm({
    endpoint: createInvitation,
    defaultValues: { email: "", role: "member" as Role, days: "7" as Days },
    bodyOf: ({ email, role, days }) => ({ email, role, expires_in_days: Number(days) }),
    fieldOfError: () => "email",
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ url, data }) => {
      // The response contains the link, which must only exist in the dialog's state.
      create.reset();
      onMade({ url, email: data.email });
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="email" label="Email" required>
        {(field) => <Input {...field} inputMode="email" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="role" label="Role">
        {({ value, onChange }) => <RoleChoice value={value} onChange={onChange} />}
      </FormField>
      <FormField form={form} name="days" label="Link valid for">
        {({ value, onChange }) => <SegmentedControl options={DAYS} value={value} onValueChange={onChange} />}
      </FormField>
      <p className="text-muted text-xs">Any pending invitation for this address is revoked.</p>
      <FormFooter action="Create link" onCancel={onCancel} pending={form.isPending} />
    </Form>
  );
}
