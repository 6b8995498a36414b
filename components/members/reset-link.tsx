"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { SecretReveal } from "#components/ui/display/secret-reveal.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createResetLink } from "#lib/contract/members.ts";
import type { Member } from "./member.ts";

type ResetLinkProps = { record: Member; open: boolean; onClose: () => void };

/** Creates a link with which a member sets a new password, and shows it once. */
export function ResetLink({ record: member, open, onClose }: ResetLinkProps) {
  const [url, setUrl] = useState<string>();
  const name = member.name || member.email;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={`Reset link for ${name}`}
        description="For members who forgot their password. Send them this link yourself."
      >
        <ResetForm
          member={member}
          onCancel={onClose}
          onMade={(made) => {
            onClose();
            setUrl(made);
          }}
        />
      </Dialog>
      <SecretReveal
        secret={url}
        title={`Reset link for ${name}`}
        noun="link"
        note={`Send it only to ${member.email}. Whoever opens it can sign in as ${name}.`}
        onClose={() => setUrl(undefined)}
      />
    </>
  );
}

const HOURS = [
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "7 days" },
] as const;

type ResetFormProps = { member: Member; onMade: (url: string) => void; onCancel: () => void };

function ResetForm({ member, onMade, onCancel }: ResetFormProps) {
  const [hours, setHours] = useState<(typeof HOURS)[number]["value"]>("24");
  const [clears, setClears] = useState(false);
  const create = useMutation(mutation(createResetLink));
  const submit = () => {
    const body = { removes_second_factor: clears, expires_in_hours: Number(hours) };
    const onSuccess = (answer: { url: string }) => {
      // The response contains the link, which must only exist in the dialog's state.
      create.reset();
      onMade(answer.url);
    };
    create.mutate({ params: { user_id: member.id }, body }, { onSuccess });
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label="Link valid for">
        <SegmentedControl options={HOURS} value={hours} onValueChange={setHours} />
      </Field>
      <Checkbox
        checked={clears}
        onCheckedChange={setClears}
        label="Remove the second factor too"
        hint="Removes their authenticator app, recovery codes and passkeys when they use the link"
      />
      <p className="text-muted text-xs">
        Using the link ends all sessions of {member.email}. Earlier links stop working.
      </p>
      {create.error && (
        <p role="alert" className="text-bad text-sm">
          Could not create the link: {create.error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="filled" pending={create.isPending} onClick={submit}>
          Create link
        </Button>
      </footer>
    </div>
  );
}
