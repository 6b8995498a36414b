"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { cn } from "#lib/cn.ts";
import type { ContractForm } from "./use-contract-form.ts";

type FormProps<Values extends FieldValues> = Omit<ComponentProps<"form">, "onSubmit"> & { form: ContractForm<Values> };

/**
 * A form that validates, submits and shows errors itself. Its method is POST, so that values submitted before the
 * scripts have loaded never end up in the URL.
 */
export function Form<Values extends FieldValues>({ form, className, ...props }: FormProps<Values>) {
  return (
    <form
      method="post"
      noValidate
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className={cn("flex flex-col base:gap-4", className)}
    />
  );
}
