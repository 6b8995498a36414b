"use client";

import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { DestinationValues } from "./destination-form.ts";

type FieldsProps = { form: ContractForm<DestinationValues> };

const WHOSE = [
  { value: "all", label: "All keys" },
  { value: "some", label: "Some keys" },
] as const;

/** Which requests a destination receives, and which parts of them. */
export function ScopeFields({ form }: FieldsProps) {
  const keys = form.watch("keys");
  return (
    <>
      <Field label="Requests with">
        <SegmentedControl
          options={WHOSE}
          value={keys === null ? "all" : "some"}
          onValueChange={(whose) => form.setValue("keys", whose === "all" ? null : [])}
        />
      </Field>
      {keys !== null && <KeysField form={form} />}
      <FormField
        form={form}
        name="samplingPercent"
        label="Share of requests"
        hint="Chosen by the request's ID, so every destination with this share receives the same requests"
      >
        {({ value, onChange, name }) => (
          <NumberInput value={value} onValueChange={onChange} name={name} suffix="%" className="max-w-40" />
        )}
      </FormField>
      <div className="flex flex-col gap-3">
        <FormCheckbox form={form} name="sendsCost" label="Send costs" />
        <FormCheckbox form={form} name="sendsIdentity" label="Send key and user" />
        <FormCheckbox form={form} name="sendsContext" label="Send session, user agent and referer" />
        <FormCheckbox
          form={form}
          name="sendsContent"
          label="Send prompts and responses"
          hint="Only those the workspace stores"
        />
      </div>
    </>
  );
}

function KeysField({ form }: FieldsProps) {
  const search = useKeySearch();
  return (
    <FormField
      form={form}
      name="keys"
      label="Keys"
      error={search.error && `The keys could not be loaded: ${search.error.message}`}
    >
      {({ value, onChange }) => (
        <ComboboxMany
          options={search.keys.map(({ hash, name, label }) => ({ value: hash, label: name, hint: label }))}
          known={(value ?? []).map((hash) => ({ value: hash, label: `Key ${hash.slice(0, 8)}` }))}
          values={value ?? []}
          onValuesChange={onChange}
          placeholder="Choose keys"
          {...search.picker}
        />
      )}
    </FormField>
  );
}
