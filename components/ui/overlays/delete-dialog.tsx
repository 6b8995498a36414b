"use client";

import type { ReactNode } from "react";
import { toastDone } from "../feedback/toast.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** The mutation that deletes. */
type Deletion<Request> = {
  mutate: (request: Request, options: { onSuccess: () => void }) => void;
  isPending: boolean;
  error: Error | null;
};

type DeleteDialogProps<Request> = {
  deletion: Deletion<Request>;
  request: Request;
  /** What kind of thing it is: "model alias". */
  noun: string;
  name: string;
  /** Whether the name must be typed; default: true. */
  typesName?: boolean;
  /** The impact, from data: who used it, when, how often, and what stops working. */
  facts: ReactNode;
  open: boolean;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

/** Deletes a record after showing what that means, and closes. */
export function DeleteDialog<Request>(props: DeleteDialogProps<Request>) {
  const { deletion, request, noun, name, typesName = true, facts, open, onClose, onDeleted } = props;
  const confirm = () =>
    deletion.mutate(request, {
      onSuccess: () => {
        toastDone(`${name} deleted`);
        onClose();
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Delete ${noun} ${name}`}
      {...(typesName && { name })}
      action={`Delete ${noun}`}
      pending={deletion.isPending}
      onConfirm={confirm}
      problem={deletion.error && `Could not delete the ${noun}: ${deletion.error.message}`}
      facts={facts}
    />
  );
}
