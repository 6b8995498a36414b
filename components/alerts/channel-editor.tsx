"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { DeliveryResult } from "#components/ui/feedback/delivery-result.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { type ContractForm, useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import {
  createAlertChannel,
  deleteAlertChannel,
  testAlertChannel,
  updateAlertChannel,
} from "#lib/contract/alert-channels.ts";
import { type AlertChannel, CHANNEL_LABELS } from "./alert-view.ts";
import { type ChannelValues, channelFieldOf, configOf, NEW_CHANNEL, valuesOfChannel } from "./channel-form.ts";
import { DeleteRecord } from "./delete-record.tsx";
import { useChannelQuery, useChannels } from "./use-channels.ts";
import { useShownId } from "./use-shown-id.ts";

/** Creates a channel, or changes, tests and deletes the one with an id. */
export function ChannelEditor({ open, ...props }: { open: boolean; id: string | null; onClose: () => void }) {
  const { onClose } = props;
  const id = useShownId(open, props.id);
  const channel = useChannels().find((one) => one.id === id);
  return (
    <Dialog
      open={open && (id === null || channel !== undefined)}
      onOpenChange={onClose}
      title={channel ? channel.name : "Add channel"}
      description="Where alert rules send their messages."
      width="medium"
    >
      {channel ? <ChangeForm channel={channel} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  );
}

const MESSAGES = { name: "Enter a name", url: "Enter an http or https URL", to: "Enter one email address per line" };
const TYPES = Object.entries(CHANNEL_LABELS).map(([value, label]) => ({ value: value as AlertChannel["type"], label }));

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useShell().currentWorkspace;
  const create = useMutation(mutation(createAlertChannel));
  const form = useContractForm({
    endpoint: createAlertChannel,
    defaultValues: NEW_CHANNEL,
    bodyOf: (values) => ({ name: values.name, ...configOf(values), workspace_id: workspace }),
    messages: MESSAGES,
    fieldOf: channelFieldOf,
    fieldOfError: ({ message }) => (message.includes("config.url") ? "url" : undefined),
    send: (body) => create.mutateAsync({ body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} added`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="type" label="Type">
        {({ value, onChange }) => <SegmentedControl options={TYPES} value={value} onValueChange={onChange} />}
      </FormField>
      <ChannelFields form={form} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Add channel" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}

function ChangeForm({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const update = useMutation(mutation(updateAlertChannel));
  const remove = useMutation(mutation(deleteAlertChannel));
  const form = useContractForm({
    endpoint: updateAlertChannel,
    defaultValues: valuesOfChannel(channel),
    bodyOf: (values) => ({ name: values.name, config: configOf(values).config }),
    messages: MESSAGES,
    fieldOf: channelFieldOf,
    fieldOfError: ({ message }) => (message.includes("url") ? "url" : undefined),
    send: (body) => update.mutateAsync({ params: { id: channel.id }, body }),
    onSuccess: ({ data }) => {
      toastDone(`${data.name} saved`);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <ChannelFields form={form} />
      <ChannelTest id={channel.id} type={channel.type} />
      <FormProblem problem={form.problem} />
      <FormFooter action="Save channel" onCancel={onClose} pending={form.isPending}>
        <DeleteRecord noun="channel" record={channel} remove={remove} onDeleted={onClose}>
          Rules no longer notify this channel. Messages waiting for it are not sent.
        </DeleteRecord>
      </FormFooter>
    </Form>
  );
}

const URL_HINTS = {
  webhook: "Signed like the workspace's other webhooks",
  slack: "The URL of an incoming webhook of a Slack app",
  teams: "The URL of a workflow that starts when a webhook request is received",
  email: "",
};

function ChannelFields({ form }: { form: ContractForm<ChannelValues> }) {
  const type = form.watch("type");
  return (
    <>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" placeholder="On call" />}
      </FormField>
      {type === "email" ? (
        <RecipientsField form={form} />
      ) : (
        <FormField
          form={form}
          name="url"
          label="URL"
          hint={`${URL_HINTS[type]}. Stored encrypted, and shown masked.`}
          required
        >
          {(field) => <Input {...field} mono type="url" autoComplete="off" spellCheck={false} />}
        </FormField>
      )}
    </>
  );
}

function RecipientsField({ form }: { form: ContractForm<ChannelValues> }) {
  const isAvailable = useQuery(useChannelQuery()).data?.is_email_available ?? true;
  return (
    <FormField
      form={form}
      name="to"
      label="Recipients"
      hint={
        isAvailable
          ? "One email address per line"
          : "Email is not set up. The operator can set it up with SMTP_URL and SMTP_FROM."
      }
      required
    >
      {(field) => <Textarea {...field} rows={3} autoComplete="off" spellCheck={false} placeholder="ada@example.com" />}
    </FormField>
  );
}

function ChannelTest({ id, type }: Pick<AlertChannel, "id" | "type">) {
  const test = useMutation(mutation(testAlertChannel));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button pending={test.isPending} onClick={() => test.mutate({ params: { id } })}>
        <Send aria-hidden />
        Send test
      </Button>
      <DeliveryResult
        test={test}
        {...(type === "email" && { withoutStatus: "The mail server accepted the message" })}
      />
    </div>
  );
}
