"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateMember } from "#lib/contract/members.ts";
import { getSession } from "#lib/contract/session.ts";
import type { Member } from "./member.ts";
import { RoleChoice } from "./role-choice.tsx";

type ChangeRoleProps = { record: Member; open: boolean; onClose: () => void };

/** Changes a member's role, effective with their next request. */
export function ChangeRole({ record: member, open, onClose }: ChangeRoleProps) {
  const { user } = useShell();
  const client = useQueryClient();
  const before = member.organization_role;
  const [role, setRole] = useState(before);
  const change = useMutation(mutation(updateMember));
  const name = member.name || member.email;
  const isMe = member.email === user.email;
  const confirm = async () => {
    await change.mutateAsync({ params: { user_id: member.id }, body: { role } });
    toastDone(`${name} is now ${role}`);
    onClose();
    if (isMe) await client.invalidateQueries({ queryKey: [getSession.resource] });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Change role of ${name}`}
      description="Takes effect immediately, including in open sessions."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            disabled={role === before}
            pending={change.isPending}
            onClick={() => void confirm().catch(() => undefined)}
          >
            Change role
          </Button>
        </>
      }
    >
      <Field label="Role">
        <RoleChoice value={role} onChange={setRole} />
      </Field>
      {isMe && role !== before && (
        <p className="text-sm text-warn">This is your own role. You may not be able to change it back.</p>
      )}
      {change.error && (
        <p role="alert" className="text-bad text-sm">
          Could not change the role: {change.error.message}
        </p>
      )}
    </Dialog>
  );
}
