"use client";

import type { ComponentProps, ReactNode } from "react";
import { type Control, type ControllerRenderProps, type FieldValues, type Path, useController } from "react-hook-form";
import { Field } from "./field.tsx";

type FormFieldProps<Values extends FieldValues, Name extends Path<Values>> = Omit<
  ComponentProps<typeof Field>,
  "children" | "error"
> & {
  form: { control: Control<Values> };
  name: Name;
  /** An error that the form does not know, such as options that could not be loaded. */
  error?: ReactNode;
  /** The control: `(field) => <Input {...field} />`. */
  children: (field: ControllerRenderProps<Values, Name>) => ReactNode;
};

/** A field of a form with its value and its error. */
export function FormField<Values extends FieldValues, Name extends Path<Values>>(props: FormFieldProps<Values, Name>) {
  const { form, name, error, children, ...looks } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  return (
    <Field {...looks} error={fieldState.error?.message ?? error}>
      {children(field)}
    </Field>
  );
}
