"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { ALERT_KINDS, type AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { mutation, query } from "#lib/api/query.ts";
import { createAlertRule, deleteAlertRule, getAlertRule, updateAlertRule } from "#lib/contract/alert-rules.ts";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import { type AlertRule, useAlertView } from "./alert-view.ts";
import { ChannelChoice } from "./channel-choice.tsx";
import { DeleteRecord } from "./delete-record.tsx";
import { ParamFields } from "./param-fields.tsx";
import { defaultsOf, kindAndParams, messagesOf, NEW_RULE, ruleFieldOf, valuesOfRule } from "./rule-form.ts";
import { RulePreview } from "./rule-preview.tsx";
import { useShownId } from "./use-shown-id.ts";

/** Creates a rule, or changes and deletes the one with an id. */
export function RuleEditor({ open, ...props }: { open: boolean; id: string | null; onClose: () => void }) {
  const { onClose } = props;
  const id = useShownId(open, props.id);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={id === null ? "Add rule" : "Alert rule"}
      description="Evaluated every minute. An alert stays open as long as the condition is met."
      width="large"
    >
      {id === null ? <AddForm onClose={onClose} /> : <StoredRule id={id} onClose={onClose} />}
    </Dialog>
  );
}

const KINDS = Object.entries(ALERT_KINDS).map(([value, label]) => ({ value: value as AlertKindName, label }));

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useShell().currentWorkspace;
  const { setView } = useAlertView();
  const create = useMutation(mutation(createAlertRule));
  const [kind, setKind] = useState(NEW_RULE.kind);
  const form = useContractForm({
    endpoint: createAlertRule,
    defaultValues: NEW_RULE,
    bodyOf: (values) =>
      ({
        name: values.name,
        ...kindAndParams(values),
        channel_ids: values.channelIds,
        workspace_id: workspace,
      }) as BodyInput<typeof createAlertRule>,
    messages: messagesOf(kind),
    fieldOf: ruleFieldOf,
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} added`);
      void setView({ create: null, tab: "rules" });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="kind" label="Watch for">
          {({ value, onChange, name }) => (
            <Select
              options={KINDS}
              value={value}
              onValueChange={(chosen) => {
                onChange(chosen);
                setKind(chosen);
                form.clearErrors();
                const { days, limits } = defaultsOf(chosen);
                form.setValue("days", days);
                form.setValue("limits", limits);
              }}
              name={name}
            />
          )}
        </FormField>
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} maxLength={200} autoComplete="off" placeholder={ALERT_KINDS[kind]} />}
        </FormField>
      </div>
      <ParamFields form={form} kind={kind} />
      <ChannelChoice form={form} />
      <RulePreview values={form.watch()} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Add rule" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}

function StoredRule({ id, onClose }: { id: string; onClose: () => void }) {
  const result = useQuery(query(getAlertRule, { params: { id } }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The rule could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="rule">
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  return <ChangeForm key={id} rule={data.data} onClose={onClose} />;
}

function ChangeForm({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const update = useMutation(mutation(updateAlertRule));
  const remove = useMutation(mutation(deleteAlertRule));
  const form = useContractForm({
    endpoint: updateAlertRule,
    defaultValues: valuesOfRule(rule),
    bodyOf: (values) => ({
      name: values.name,
      params: kindAndParams(values).params,
      channel_ids: values.channelIds,
    }),
    messages: messagesOf(rule.kind),
    fieldOf: ruleFieldOf,
    send: (body) => update.mutateAsync({ params: { id: rule.id }, body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name" hint={ALERT_KINDS[rule.kind]} required>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <ParamFields form={form} kind={rule.kind} />
      <ChannelChoice form={form} />
      <RulePreview values={form.watch()} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Save rule" onCancel={onClose} pending={form.isPending}>
        <DeleteRecord noun="rule" record={rule} remove={remove} onDeleted={onClose}>
          Its open alerts close without a message. The history stays.
        </DeleteRecord>
      </FormFooter>
    </Form>
  );
}
