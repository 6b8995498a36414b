"use client";

import { useEffect, useState } from "react";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";

/**
 * The schema that a form's body has to pass, fetched when the form appears. Until it is there, and when it does not
 * come, nothing is known to be wrong: the gateway checks the same and names the same fields.
 */
export function useBodySchema<E extends Endpoint & { body: unknown }>(endpoint: E): NonNullable<E["body"]> | undefined {
  const [schema, setSchema] = useState<NonNullable<E["body"]>>();
  useEffect(() => {
    let left = false;
    const keep = (loaded: NonNullable<E["body"]>) => left || setSchema(() => loaded);
    bodySchemaOf(endpoint).then(keep, () => undefined);
    return () => {
      left = true;
    };
  }, [endpoint]);
  return schema;
}
