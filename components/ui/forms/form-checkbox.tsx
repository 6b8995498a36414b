"use client";

import type { ComponentProps } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { Checkbox } from "./checkbox.tsx";

type FormCheckboxProps<Values extends FieldValues> = Pick<
  ComponentProps<typeof Checkbox>,
  "label" | "hint" | "disabled"
> & {
  form: { control: Control<Values> };
  name: FieldPathByValue<Values, boolean>;
};

/** A checkbox of a form. */
export function FormCheckbox<Values extends FieldValues>({ form, name, ...looks }: FormCheckboxProps<Values>) {
  const { field } = useController({ control: form.control, name });
  return <Checkbox {...looks} checked={field.value} onCheckedChange={field.onChange} />;
}
