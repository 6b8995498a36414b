"use client";

import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "#lib/api/api-error.ts";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";

type WithBody = Endpoint & { body: unknown };
/** A message for each field that is wrong. */
type Problems<Values> = { [Name in keyof Values]?: string | undefined };

type Check<Values extends FieldValues, Body, E extends WithBody> = {
  /** The endpoint whose schema checks the body. */
  endpoint: E;
  /** Returns the part of the schema that the form's body has to pass, where it is not the whole body. */
  schemaOf?: (schema: NonNullable<E["body"]>) => z.ZodType;
  /** Returns the body that the values stand for. */
  bodyOf: (values: Values) => Body;
  /** What the form says where the schema rejects a field, in place of the schema's message. */
  messages?: Problems<Values>;
  /** Returns what is wrong beyond the schema, or what the form says in its own words. */
  check?: (values: Values) => Problems<Values>;
  /** Returns the form's field for the first name in a path of the body; without it, the one of that name. */
  fieldOf?: (name: string) => Path<Values> | undefined;
  /** Returns the field that an error without a path belongs to. */
  fieldOfError?: (error: ApiError) => Path<Values> | undefined;
};

type Options<Values extends FieldValues, Body, E extends WithBody, Response> = Check<Values, Body, E> & {
  defaultValues: Values;
  /** When to check: when the form is sent and on changes after that, or on each change from the start. */
  mode?: "onSubmit" | "onChange";
  send: (body: Body, values: Values) => Promise<Response>;
  onSuccess?: (response: Response, values: Values) => void | Promise<void>;
};

export type ContractForm<Values extends FieldValues> = UseFormReturn<Values> & {
  submit: () => Promise<void>;
  /** Whether the body is being sent. */
  isPending: boolean;
  /** What went wrong and belongs to no field. */
  problem: string | undefined;
};

/**
 * A form whose values are checked by the schema of an endpoint's body before they are sent. The first invalid field
 * takes the focus. What the gateway rejects is shown at its field too. Without the schema, which is fetched with the
 * first check, only the gateway checks.
 */
export function useContractForm<Values extends FieldValues, Body, E extends WithBody, Response>(
  options: Options<Values, Body, E, Response>,
): ContractForm<Values> {
  const { defaultValues, bodyOf, send, onSuccess } = options;
  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    mode: options.mode ?? "onSubmit",
    resolver: resolverOf(options),
  });
  const { isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const response = await send(bodyOf(values), values).catch((error: unknown) => showError(form, options, error));
    if (response !== REJECTED) await onSuccess?.(response as Response, values);
  });
  return {
    ...form,
    submit: async () => {
      if (!isSubmitting) await submit();
    },
    isPending: isSubmitting,
    problem: errors.root?.message,
  };
}

const REJECTED = Symbol("rejected");

type FieldOptions<Values extends FieldValues> = Pick<Check<Values, unknown, WithBody>, "fieldOf" | "fieldOfError">;

/** Shows what the gateway rejected: at its fields, the first of which takes the focus, else under the form. */
function showError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  options: FieldOptions<Values>,
  error: unknown,
): typeof REJECTED {
  if (!(error instanceof ApiError)) throw error;
  const known = error.issues.flatMap(({ path, message }) => {
    const name = fieldOf(options, path.split(/[.[]/)[0] ?? "", form.getValues());
    return name ? [{ name, message }] : [];
  });
  const field = options.fieldOfError?.(error);
  if (known.length === 0 && field) known.push({ name: field, message: error.message });
  for (const [index, { name, message }] of known.entries()) {
    form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  }
  if (known.length === 0) form.setError("root", { message: error.issues[0]?.message ?? error.message });
  return REJECTED;
}

function resolverOf<Values extends FieldValues, Body, E extends WithBody>(
  options: Check<Values, Body, E>,
): Resolver<Values> {
  return async (values) => {
    const problems = new Map<string, string>();
    const whole = await bodySchemaOf(options.endpoint).catch(() => undefined);
    const schema = whole && (options.schemaOf?.(whole) ?? (whole as unknown as z.ZodType));
    for (const { path, message } of schema?.safeParse(options.bodyOf(values)).error?.issues ?? []) {
      const name = fieldOf(options, String(path[0]), values);
      const text = name ? (options.messages?.[name] ?? message) : `${path.join(".")}: ${message}`;
      if (!problems.has(name ?? "root")) problems.set(name ?? "root", text);
    }
    for (const [name, message] of Object.entries(options.check?.(values) ?? {})) {
      if (message) problems.set(name, message);
    }
    const errors = Object.fromEntries([...problems].map(([name, message]) => [name, { type: "value", message }]));
    return problems.size > 0 ? { values: {}, errors: errors as FieldErrors<Values> } : { values, errors: {} };
  };
}

function fieldOf<Values extends FieldValues>(
  options: FieldOptions<Values>,
  name: string,
  values: Values,
): Path<Values> | undefined {
  if (options.fieldOf) return options.fieldOf(name);
  return name in values ? (name as Path<Values>) : undefined;
}
