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
/** A message for each invalid field. */
type Problems<Values> = { [Name in keyof Values]?: string | undefined };

type Check<Values extends FieldValues, Body, E extends WithBody> = {
  /** The endpoint whose schema validates the body. */
  endpoint: E;
  /** Returns the part of the schema that validates the form's body, if it is not the whole schema. */
  schemaOf?: (schema: NonNullable<E["body"]>) => z.ZodType;
  /** Converts the values to the body. */
  bodyOf: (values: Values) => Body;
  /** Messages for fields that the schema rejects, instead of the schema's own. */
  messages?: Problems<Values>;
  /** Returns errors that the schema does not find, or replaces its messages. */
  check?: (values: Values) => Problems<Values>;
  /** Returns the form field for a path of the body, which starts with `name`; default: the field of that name. */
  fieldOf?: (name: string, path: readonly string[]) => Path<Values> | undefined;
  /** Returns the field that an error without a path belongs to. */
  fieldOfError?: (error: ApiError) => Path<Values> | undefined;
};

type Options<Values extends FieldValues, Body, E extends WithBody, Response> = Check<Values, Body, E> & {
  defaultValues: Values;
  /** When to validate: on submit and on each change after that, or on each change from the start. */
  mode?: "onSubmit" | "onChange";
  send: (body: Body, values: Values) => Promise<Response>;
  onSuccess?: (response: Response, values: Values) => void | Promise<void>;
};

export type ContractForm<Values extends FieldValues> = UseFormReturn<Values> & {
  submit: () => Promise<void>;
  /** Whether a request is in progress. */
  isPending: boolean;
  /** An error that belongs to no field. */
  problem: string | undefined;
};

/**
 * A form whose values are validated with the schema of an endpoint's body before they are sent. The first invalid field
 * gets the focus. Errors from the gateway are shown at their fields too. If the schema, which is loaded with the first
 * validation, is missing, only the gateway validates.
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

/** Shows the gateway's errors at their fields, focusing the first one, or below the form if they belong to no field. */
function showError<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  options: FieldOptions<Values>,
  error: unknown,
): typeof REJECTED {
  if (!(error instanceof ApiError)) throw error;
  const known = error.issues.flatMap(({ path, message }) => {
    const name = fieldOf(options, path.split(/[.[]/), form.getValues());
    return name ? [{ name, message }] : [];
  });
  const field = options.fieldOfError?.(error);
  if (known.length === 0 && field) known.push({ name: field, message: error.issues[0]?.message ?? error.message });
  for (const [index, { name, message }] of known.entries()) {
    form.setError(name, { type: "server", message: sentence(message) }, { shouldFocus: index === 0 });
  }
  if (known.length === 0) form.setError("root", { message: sentence(error.issues[0]?.message ?? error.message) });
  return REJECTED;
}

/** The contract's messages continue the name of a field; at the field they stand alone. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

function resolverOf<Values extends FieldValues, Body, E extends WithBody>(
  options: Check<Values, Body, E>,
): Resolver<Values> {
  return async (values) => {
    const problems = new Map(notNumbers(values));
    const whole = await bodySchemaOf(options.endpoint).catch(() => undefined);
    const schema = whole && (options.schemaOf?.(whole) ?? (whole as unknown as z.ZodType));
    for (const { path, message } of schema?.safeParse(options.bodyOf(values)).error?.issues ?? []) {
      const name = fieldOf(options, path.map(String), values);
      // A rule for the whole body has no path.
      const located = path.length > 0 ? `${path.join(".")}: ${message}` : sentence(message);
      const text = name ? (options.messages?.[name] ?? sentence(message)) : located;
      if (!problems.has(name ?? "root")) problems.set(name ?? "root", text);
    }
    for (const [name, message] of Object.entries(options.check?.(values) ?? {})) {
      if (message) problems.set(name, message);
    }
    const errors = Object.fromEntries([...problems].map(([name, message]) => [name, { type: "value", message }]));
    return problems.size > 0 ? { values: {}, errors: errors as FieldErrors<Values> } : { values, errors: {} };
  };
}

const NOT_A_NUMBER = "Enter a number";

/** Returns the fields with text that is not a number. They are errors even if the schema could not be loaded. */
function notNumbers(values: FieldValues): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => (Number.isNaN(value) ? [[name, NOT_A_NUMBER]] : []));
}

function fieldOf<Values extends FieldValues>(
  options: FieldOptions<Values>,
  path: readonly string[],
  values: Values,
): Path<Values> | undefined {
  const [name = ""] = path;
  if (options.fieldOf) return options.fieldOf(name, path);
  return name in values ? (name as Path<Values>) : undefined;
}
