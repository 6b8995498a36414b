"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { getSession } from "#lib/contract/session.ts";
import { createWorkspace } from "#lib/contract/workspaces.ts";
import { slugOf } from "./slug.ts";

type CreateWorkspaceProps = { open: boolean; onClose: () => void };

/** Creates a workspace, then opens it, so that people can be added. */
export function CreateWorkspace({ open, onClose }: CreateWorkspaceProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Create workspace"
      description="It starts without members, keys, guardrails or budgets. Owners and admins can see every workspace."
    >
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const { mutateAsync } = useMutation(mutation(createWorkspace));
  const form = useContractForm({
    endpoint: createWorkspace,
    defaultValues: { name: "", slug: "", description: "" },
    bodyOf: ({ name, slug, description }) => ({ name, slug, ...(description && { description }) }),
    fieldOfError: ({ status }) => (status === 409 ? "slug" : undefined),
    send: (body) => mutateAsync({ body }),
    onSuccess: async ({ data }) => {
      // The shell reads the list of workspaces from the session.
      await client.invalidateQueries({ queryKey: [getSession.resource] });
      toastDone(`${data.name} created`);
      router.push(`/org/workspaces/${data.slug}`);
    },
  });
  const { isDirty: hasOwnSlug } = form.getFieldState("slug", form.formState);
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" required hint="A team, a product or a stage, such as Production">
        {({ onChange, ...field }) => (
          <Input
            {...field}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => {
              onChange(event);
              if (!hasOwnSlug) form.setValue("slug", slugOf(event.target.value));
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="slug" label="Slug" required hint="Used in the workspace's URLs">
        {(field) => <Input {...field} mono maxLength={50} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField form={form} name="description" label="Description" aside="optional">
        {(field) => <Textarea {...field} rows={2} maxLength={500} />}
      </FormField>
      <FormProblem what="Could not create the workspace" problem={form.problem} />
      <FormFooter action="Create workspace" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
