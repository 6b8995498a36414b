"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import type { ApiError } from "#lib/api/api-error.ts";

type DeleteRecordProps = {
  noun: "rule" | "channel";
  record: { id: string; name: string };
  remove: { mutateAsync: (input: { params: { id: string } }) => Promise<unknown>; isPending: boolean };
  onDeleted: () => void;
  /** What deleting it means. */
  children: ReactNode;
};

/** Deletes a rule or a channel after a confirmation. */
export function DeleteRecord({ noun, record: { id, name }, remove, onDeleted, children }: DeleteRecordProps) {
  const done = () => {
    toastDone(`${name} deleted`);
    onDeleted();
  };
  const failed = ({ message }: ApiError) => toastFailed(`Could not delete the ${noun}`, { description: message });
  return (
    <ConfirmPopover
      trigger={
        <Button variant="dangerOutline" disabled={remove.isPending}>
          Delete {noun}
        </Button>
      }
      question={`Delete ${name}?`}
      action={`Delete ${noun}`}
      onConfirm={() => void remove.mutateAsync({ params: { id } }).then(done, failed)}
    >
      {children}
    </ConfirmPopover>
  );
}
