"use client";

import { useQueries } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";

/** Maximum number of keys looked up by name; the rest are shown by hash. */
const MAX_KEYS = 40;
const SHORT_LENGTH = 8;

/** Returns the names of keys by hash; a short hash while a name loads, and for deleted keys. */
export function useKeyNames(hashes: readonly string[]): (hash: string) => string {
  const distinctHashes = [...new Set(hashes)].slice(0, MAX_KEYS);
  const answers = useQueries({
    // A search, which returns nothing for a deleted key; reading that key would be an error.
    queries: distinctHashes.map((hash) => query(listKeys, { query: { q: hash, limit: 1 } })),
  });
  const names = new Map(answers.flatMap(({ data }) => data?.data.map(({ hash, name }) => [hash, name]) ?? []));
  return (hash) => names.get(hash) ?? `${hash.slice(0, SHORT_LENGTH)}…`;
}
