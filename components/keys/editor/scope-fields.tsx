"use client";

import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { SCOPE_RESOURCES } from "#lib/contract/key-scopes.ts";
import type { KeyDraft } from "./key-draft.ts";

const RESOURCES = SCOPE_RESOURCES.map((name) => ({ value: name, label: name }));

/** What a management key is limited to: workspaces, and resources that it can change or only read. */
export function ScopeFields({ form }: { form: ContractForm<KeyDraft> }) {
  const { workspaces } = useShell();
  const [writable, readable] = useWatch({ control: form.control, name: ["writable", "readable"] });
  const without = (names: readonly string[]) => RESOURCES.filter(({ value }) => !names.includes(value));
  return (
    <>
      <List
        form={form}
        name="workspaces"
        label="Workspaces"
        hint="Leave empty for every workspace and for organization-wide resources."
        placeholder="All workspaces"
        options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <List
        form={form}
        name="writable"
        label="Can read and change"
        hint="API resources. Leave this and the next list empty to allow all of them."
        placeholder={readable.length > 0 ? "Nothing" : "Everything"}
        options={without(readable)}
      />
      <List
        form={form}
        name="readable"
        label="Can only read"
        hint="Such as analytics, for a dashboard."
        placeholder="Choose resources"
        options={without(writable)}
      />
    </>
  );
}

type ListProps = {
  form: ContractForm<KeyDraft>;
  name: "workspaces" | "writable" | "readable";
  label: string;
  hint: string;
  placeholder: string;
  options: { value: string; label: string }[];
};

function List({ form, name, label, hint, placeholder, options }: ListProps) {
  const values = useWatch({ control: form.control, name });
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <ComboboxMany
        aria-label={label}
        options={options}
        values={values}
        onValuesChange={(chosen) => form.setValue(name, chosen, { shouldValidate: true, shouldDirty: true })}
        placeholder={placeholder}
      />
    </Field>
  );
}
