"use client";

import { useState } from "react";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { CloudProvider } from "#lib/contract/cloud-credentials.ts";
import { CLOUD_FORMS, type CloudField, credentialText } from "./cloud-forms.ts";

type CloudKeyInputProps = {
  provider: CloudProvider;
  /** Receives the credential as JSON text; empty while a required part is missing. */
  onValueChange: (value: string) => void;
  error?: string | undefined;
};

/** Inputs for a cloud's credential, which has several parts. */
export function CloudKeyInput({ provider, onValueChange, error }: CloudKeyInputProps) {
  const form = CLOUD_FORMS[provider];
  const [way, setWay] = useState(form.ways[0]?.label ?? "");
  const [values, setValues] = useState<Record<string, string>>({});
  const fieldsOf = (label: string) => [
    ...form.fields.filter(({ isOptional }) => !isOptional),
    ...(form.ways.find((one) => one.label === label)?.fields ?? []),
    ...form.fields.filter(({ isOptional }) => isOptional),
  ];
  const change = (next: Record<string, string>, label: string) => {
    setValues(next);
    setWay(label);
    onValueChange(credentialText(fieldsOf(label), next));
  };
  return (
    <div className="flex flex-col gap-4">
      {form.ways.length > 1 && (
        <Field label="Sign in with">
          <SegmentedControl
            options={form.ways.map(({ label }) => ({ value: label, label }))}
            value={way}
            onValueChange={(label) => change(values, label)}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldsOf(way).map((field) => (
          <CloudFieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            onValueChange={(value) => change({ ...values, [field.name]: value }, way)}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      ) : (
        <p className="text-muted text-sm">Stored encrypted and never shown again</p>
      )}
    </div>
  );
}

type CloudFieldInputProps = { field: CloudField; value: string; onValueChange: (value: string) => void };

function CloudFieldInput({ field, value, onValueChange }: CloudFieldInputProps) {
  const { label, isSecret, isOptional, isMap, isLong, placeholder, hint } = field;
  const shared = {
    value,
    placeholder,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onValueChange(target.value),
  };
  return (
    <Field
      label={label}
      {...(hint ? { hint } : {})}
      {...(isOptional ? { aside: "optional" } : { required: true })}
      {...(isMap || isLong ? { className: "sm:col-span-2" } : {})}
    >
      {isMap || isLong ? (
        <Textarea mono rows={isLong ? 6 : 2} {...shared} />
      ) : (
        <Input mono type={isSecret ? "password" : "text"} data-1p-ignore data-lpignore="true" {...shared} />
      )}
    </Field>
  );
}
