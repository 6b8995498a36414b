import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/**
 * Checks a form by a schema of the contract, fetched with the first check. When it cannot be fetched nothing is known
 * to be wrong, and the gateway says what is.
 */
export function contractResolver<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (...form) => {
    const parts = await Promise.all([import("@hookform/resolvers/zod"), load()]).catch(() => undefined);
    if (!parts) return { values: form[0] as unknown as Output, errors: {} } as never;
    const [{ zodResolver }, schema] = parts;
    return zodResolver(schema)(...form);
  };
}
