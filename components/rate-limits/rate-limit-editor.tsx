"use client";

import { useMutation } from "@tanstack/react-query";
import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createRateLimit, updateRateLimit } from "#lib/contract/rate-limits.ts";
import { LimitFields } from "./limit-fields.tsx";
import { changeOf, checkDraft, creationOf, draftOf } from "./rate-limit-draft.ts";
import { RuleSubject } from "./rule-subject.tsx";
import { SubjectFields } from "./subject-fields.tsx";

const shared = {
  check: checkDraft,
  messages: { name: "Enter a name", max_wait_seconds: "Enter 0 to 60 whole seconds" },
  fieldOfError: (error: { status: number }) => (error.status === 409 ? ("name" as const) : undefined),
};

/** Creates a rate limit. */
export function AddRateLimit({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Create rate limit"
      description="Every rule that applies to a request must allow it. It takes effect with the next request."
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

type EditProps = { record: RateLimit; open: boolean; onClose: () => void };

/** Changes a rate limit. */
export function EditRateLimit({ record, open, onClose }: EditProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Edit ${record.name}`}
      description="Usage so far still counts. To limit something else, create another rule."
    >
      <EditForm rule={record} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { id: workspace } = useShell().currentWorkspace;
  const create = useMutation(mutation(createRateLimit));
  const form = useContractForm({
    ...shared,
    endpoint: createRateLimit,
    defaultValues: draftOf(undefined),
    bodyOf: (draft) => ({ ...creationOf(draft), workspace_id: workspace }),
    send: (body) => create.mutateAsync({ body, workspace }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} created`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" placeholder="Each key" />}
      </FormField>
      <SubjectFields form={form} />
      <LimitFields form={form} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Create rate limit" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}

function EditForm({ rule, onClose }: { rule: RateLimit; onClose: () => void }) {
  const update = useMutation(mutation(updateRateLimit));
  const form = useContractForm({
    ...shared,
    endpoint: updateRateLimit,
    defaultValues: draftOf(rule),
    bodyOf: changeOf,
    send: (body) => update.mutateAsync({ params: { id: rule.id }, body, workspace: rule.workspace_id }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <div className="text-sm">
        <RuleSubject rule={rule} />
      </div>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <LimitFields form={form} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Save rate limit" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
