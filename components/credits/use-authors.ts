"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { listMembers } from "#lib/contract/members.ts";

type Author = { author_user_id: string | null; author_key_hash: string | null };

/** Returns the author of a change: a person, or the management key used. */
export function useAuthors(): (author: Author) => string {
  const members = useQuery(query(listMembers, { query: { limit: 100 } }));
  const keys = useQuery(query(listKeys, { query: { kind: "management", limit: 100 } }));
  const people = new Map(members.data?.data.map(({ id, name, email }) => [id, name || email]));
  const names = new Map(keys.data?.data.map(({ hash, name }) => [hash, name]));
  return ({ author_user_id: userId, author_key_hash: hash }) => {
    if (hash) return `Key ${names.get(hash) ?? `${hash.slice(0, 8)}…`}`;
    if (userId) return people.get(userId) ?? "A former member";
    return "The gateway";
  };
}
