"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createLogView, type LogView, updateLogView } from "#lib/contract/log-views.ts";
import type { ViewContent } from "./view-address.ts";

export type SavedView = z.output<typeof LogView>;

type SaveViewProps = {
  /** The view to rename or share; absent to save a new one. */
  view?: SavedView | undefined;
  content: ViewContent;
  open: boolean;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
};

/** Names a view, and says who sees it. */
export function SaveView({ open, ...props }: SaveViewProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={props.view ? `Rename or share ${props.view.name}` : "Save view"}
      {...(!props.view && { description: "Saves the filters, the time range and the columns." })}
      width="small"
    >
      <ViewForm {...props} />
    </Dialog>
  );
}

function ViewForm({ view, content, onClose, onSaved }: Omit<SaveViewProps, "open">) {
  const create = useMutation(mutation(createLogView));
  const update = useMutation(mutation(updateLogView));
  const form = useContractForm({
    endpoint: createLogView,
    defaultValues: { name: view?.name ?? "", isShared: view?.is_shared ?? false },
    bodyOf: ({ name, isShared }) => ({ name, is_shared: isShared }),
    fieldOf: (name) => (name === "is_shared" ? "isShared" : "name"),
    fieldOfError: ({ status, message }) => (status === 409 && message.startsWith("name") ? "name" : undefined),
    send: (body) =>
      view
        ? update.mutateAsync({ params: { id: view.id }, body })
        : create.mutateAsync({ body: { ...body, ...content } }),
    onSuccess: ({ data }) => {
      toastDone(`View ${data.name} saved`);
      onSaved(data);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <FormCheckbox
        form={form}
        name="isShared"
        label="Share with the workspace"
        hint="Everyone in the workspace sees the view. Only you and administrators can change it."
      />
      <FormProblem what="Could not save the view" problem={form.problem} />
      <FormFooter action={view ? "Save" : "Save view"} onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
