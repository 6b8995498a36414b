"use client";

import { useQuery } from "@tanstack/react-query";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import { useShell } from "./shell-context.tsx";
import { usePermission } from "./use-permission.ts";

/**
 * Returns the names of people by id, their email addresses if they have no name, or the id of somebody who is not a
 * member. Members see only their own requests, and no member list. `isNeeded`: whether to load the list.
 */
export function usePersonNames(isNeeded: boolean): (id: string) => string {
  const may = usePermission(listMembers);
  const members = useQuery({ ...queryAll(listMembers), enabled: isNeeded && may });
  const { user } = useShell();
  const people = [user, ...(members.data?.data ?? [])];
  return (id) => {
    const person = people.find((one) => one.id === id);
    return person ? person.name || person.email : id;
  };
}
