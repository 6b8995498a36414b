"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { queryAll } from "#lib/api/query-all.ts";
import type { Dimension } from "#lib/contract/analytics-fields.ts";
import { listMembers } from "#lib/contract/members.ts";
import { type AnalyticsRow, UNKNOWN } from "./analytics-rows.ts";
import { useKeyNames } from "./use-key-names.ts";

/** Labels for requests without a value of a dimension. */
const WITHOUT: Partial<Record<Dimension, string>> = {
  api_key_hash: "Console sessions",
  user_id: "No user (keys created through the API)",
};

/**
 * Returns the display name of a dimension's values: keys, people and workspaces by name, everything else unchanged.
 * Deleted or hidden ones are shown by id.
 */
export function useNames(by: Dimension, rows: readonly AnalyticsRow[]): (value: string) => string {
  const isKey = by === "api_key_hash";
  const nameOfKey = useKeyNames(isKey ? rows.flatMap((row) => row.api_key_hash ?? []).map(String) : []);
  const nameOfPerson = usePersonNames(by === "user_id");
  const { workspaces } = useShell();
  return (value) => {
    if (value === UNKNOWN) return WITHOUT[by] ?? value;
    if (isKey) return nameOfKey(value);
    if (by === "user_id") return nameOfPerson(value);
    if (by === "workspace_id") return workspaces.find(({ id }) => id === value)?.name ?? value;
    return value;
  };
}

/** Members see only their own requests, and no member list. */
function usePersonNames(isNeeded: boolean): (id: string) => string {
  const may = usePermission(listMembers);
  const members = useQuery({ ...queryAll(listMembers), enabled: isNeeded && may });
  const { user } = useShell();
  const people = [user, ...(members.data?.data ?? [])];
  return (id) => {
    const person = people.find((one) => one.id === id);
    return person ? person.name || person.email : id;
  };
}
