"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";

/** Maximum number of keys looked up by name; the rest are shown by hash. */
const MAX_KEYS = 40;
const SHORT_LENGTH = 8;

/** Returns the names of keys by hash; a short hash while a name loads, and for deleted keys. */
export function useKeyNames(hashes: readonly string[]): (hash: string) => string {
  const client = useQueryClient();
  const wanted = [...new Set(hashes)].slice(0, MAX_KEYS);
  // One query for all: observing a changing number of queries takes 1 kB of script more.
  const { data: names } = useQuery({
    queryKey: [listKeys.resource, listKeys.id, "names", wanted],
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      // A search, which returns nothing for a deleted key; reading that key would be an error.
      const found = wanted.map((hash) => client.fetchQuery(query(listKeys, { query: { q: hash, limit: 1 } })));
      const pages = await Promise.allSettled(found);
      return Object.fromEntries(
        pages.flatMap((page) =>
          page.status === "fulfilled" ? page.value.data.map(({ hash, name }) => [hash, name]) : [],
        ),
      ) as Record<string, string>;
    },
  });
  return (hash) => names?.[hash] ?? `${hash.slice(0, SHORT_LENGTH)}…`;
}
