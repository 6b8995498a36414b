"use client";

import { useEffect, useState } from "react";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";

/**
 * The schema of a form's body, loaded once it is needed, such as at the first edit: it is larger than most pages. Until
 * then, or if loading fails, only the gateway validates, with the same rules and field names.
 */
export function useBodySchema<E extends Endpoint & { body: unknown }>(
  endpoint: E,
  isNeeded: boolean,
): NonNullable<E["body"]> | undefined {
  const [schema, setSchema] = useState<NonNullable<E["body"]>>();
  useEffect(() => {
    if (!isNeeded) return;
    let left = false;
    const keep = (loaded: NonNullable<E["body"]>) => left || setSchema(() => loaded);
    bodySchemaOf(endpoint).then(keep, () => undefined);
    return () => {
      left = true;
    };
  }, [endpoint, isNeeded]);
  return schema;
}
