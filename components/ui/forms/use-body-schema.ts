"use client";

import { useEffect, useState } from "react";
import { bodySchemaOf } from "#lib/api/body-schema.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";

/**
 * The schema of a form's body, loaded when the form appears. Until then, or if loading fails, only the gateway
 * validates, with the same rules and field names.
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
