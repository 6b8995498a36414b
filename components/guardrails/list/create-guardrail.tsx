"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createGuardrail, updateGuardrail } from "#lib/contract/guardrails.ts";
import type { GuardrailFields } from "../editor/guardrail-fields.ts";
import { type Issue, issuesOf } from "../editor/issues.ts";
import type { Guardrail } from "../guardrail.ts";
import { allGuardrails } from "./all-guardrails.ts";
import { readGuardrail } from "./guardrail-file.ts";
import { GUARDRAIL_STARTS, type GuardrailStart, startingFields } from "./guardrail-templates.ts";

type CreateGuardrailProps = {
  open: boolean;
  /** Resolves once the address no longer asks for it. */
  onClose: () => Promise<unknown>;
};

/** Makes a guardrail and opens it. */
export function CreateGuardrail({ open, onClose }: CreateGuardrailProps) {
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  return (
    <Dialog
      open={open}
      onOpenChange={() => void onClose()}
      title="New guardrail"
      description="It binds nobody until it is assigned, unless it is the workspace's default."
    >
      <CreateForm
        onCancel={() => void onClose()}
        onMade={({ id, name }) => {
          toastDone(`${name} is created`);
          void onClose().then(() => router.push(`/w/${slug}/guardrails/${id}`));
        }}
      />
    </Dialog>
  );
}

type CreateFormProps = { onMade: (record: Guardrail) => void; onCancel: () => void };

function CreateForm({ onMade, onCancel }: CreateFormProps) {
  const { id: workspaceId, slug } = useShell().currentWorkspace;
  const [name, setName] = useState("");
  const [start, setStart] = useState<GuardrailStart>("empty");
  const [file, setFile] = useState<GuardrailFields>();
  const [isDefault, setDefault] = useState(false);
  const [tried, setTried] = useState(false);
  const create = useMutation(mutation(createGuardrail));
  const makeDefault = useMutation(mutation(updateGuardrail));
  const schema = useBodySchema(createGuardrail);
  const body = { ...(start === "file" ? file : startingFields(start)), name };
  const checked = schema?.safeParse({ ...body, workspace_id: slug });
  const made = isDefault ? makeDefault : create;
  const issues = made.error ? issuesOf(made.error) : tried ? issuesOf(checked?.error) : [];
  // Known without the schema, which may not be there yet.
  const missing = name.trim() === "" || (start === "file" && !file);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked?.success === false || missing || made.isPending) return;
    const done = { onSuccess: ({ data }: { data: Guardrail }) => onMade(data) };
    if (isDefault) makeDefault.mutate({ params: { id: workspaceId }, body }, done);
    else create.mutate({ body: { ...body, workspace_id: slug } }, done);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Name"
        required
        error={tried && name.trim() === "" ? "Give the guardrail a name" : nameProblem(issues)}
        hint="What it is for, such as Customer data"
      >
        <Input value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Start with">
        <RadioGroup options={GUARDRAIL_STARTS} value={start} onValueChange={setStart} />
      </Field>
      {start === "file" && <FileField tried={tried} onRead={setFile} />}
      <DefaultChoice checked={isDefault} onChange={setDefault} />
      <OtherIssues issues={issues} />
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" pending={made.isPending}>
          Create guardrail
        </Button>
      </footer>
    </form>
  );
}

function FileField({ tried, onRead }: { tried: boolean; onRead: (fields: GuardrailFields | undefined) => void }) {
  const [state, setState] = useState<"none" | "read" | "wrong">("none");
  const read = async (file: File | undefined) => {
    const fields = file && readGuardrail(await file.text());
    setState(fields ? "read" : file ? "wrong" : "none");
    onRead(fields);
  };
  const problem = state === "wrong" ? "This is no exported guardrail: JSON with its fields is needed" : undefined;
  return (
    <Field label="File" error={problem ?? (tried && state === "none" ? "Choose a file" : undefined)}>
      <Input
        type="file"
        accept="application/json,.json"
        className="py-1"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </Field>
  );
}

function DefaultChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { data } = useQuery(allGuardrails());
  const existing = data?.find((guardrail) => guardrail.is_default);
  return (
    <Checkbox
      checked={checked}
      onCheckedChange={onChange}
      disabled={!data || existing !== undefined}
      label="Workspace default"
      hint={existing ? `${existing.name} is the default already.` : "Holds for every call of the workspace"}
    />
  );
}

function nameProblem(issues: readonly Issue[]): string | undefined {
  return issues.find(({ path }) => path === "name")?.message;
}

/** What belongs to no field of this form. */
function OtherIssues({ issues }: { issues: readonly Issue[] }) {
  const others = issues.filter(({ path }) => path !== "name");
  if (others.length === 0) return null;
  return (
    <ul role="alert" className="flex flex-col gap-1 text-bad text-sm">
      {others.map(({ path, message }) => (
        <li key={`${path} ${message}`}>{path ? `${path}: ${message}` : message}</li>
      ))}
    </ul>
  );
}
