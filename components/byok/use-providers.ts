"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listProviders } from "#lib/contract/providers.ts";

/** Returns the providers that accept a customer's key, with their names. */
export function useProviders() {
  const { data } = useQuery(query(listProviders));
  const keyed = data?.data.filter((provider) => provider.takes_own_key) ?? [];
  const names = new Map(data?.data.map(({ slug, name }) => [slug, name]));
  return { keyed, nameOfProvider: (id: string) => names.get(id) ?? id };
}
