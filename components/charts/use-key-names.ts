"use client";

import { useQueries } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";

/** So many keys are looked up; a longer list is a list of hashes at its end. */
const MOST = 40;
const SHORT_LENGTH = 8;

/** What keys are called, by their hashes; a short hash until it is known, and of keys that are gone. */
export function useKeyNames(hashes: readonly string[]): (hash: string) => string {
  const wanted = [...new Set(hashes)].slice(0, MOST);
  const answers = useQueries({
    // As a search, which knows nothing of a key that is gone; asking for it would be an error.
    queries: wanted.map((hash) => query(listKeys, { query: { q: hash, limit: 1 } })),
  });
  const names = new Map(answers.flatMap(({ data }) => data?.data.map(({ hash, name }) => [hash, name]) ?? []));
  return (hash) => names.get(hash) ?? `${hash.slice(0, SHORT_LENGTH)}…`;
}
