"use client";

import type { Control, FieldPathByValue, FieldValues } from "react-hook-form";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { PASSWORD_MIN_LENGTH } from "#lib/contract/session.ts";

type NewPasswordFieldProps<Values extends FieldValues> = {
  form: { control: Control<Values> };
  name: FieldPathByValue<Values, string>;
  label: string;
  autoFocus?: boolean;
};

/** Input for a new password. */
export function NewPasswordField<Values extends FieldValues>(props: NewPasswordFieldProps<Values>) {
  const { form, name, label, autoFocus } = props;
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      hint={`At least ${PASSWORD_MIN_LENGTH} characters. A short phrase works well.`}
    >
      {(field) => <PasswordInput {...field} autoComplete="new-password" autoFocus={autoFocus} />}
    </FormField>
  );
}
