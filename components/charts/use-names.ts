"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import type { Dimension } from "#lib/contract/analytics-fields.ts";
import { agentName } from "#lib/generations/agents.ts";
import { type AnalyticsRow, UNKNOWN } from "./analytics-rows.ts";
import { useKeyNames } from "./use-key-names.ts";

/** Labels for requests without a value of a dimension. */
const WITHOUT: Partial<Record<Dimension, string>> = {
  api_key_hash: "Console sessions",
  user_id: "No user (keys created through the API)",
  external_user: "No end user",
  session_id: "No session",
  agent: "No agent",
  repository: "No repository",
  tag: "No tag",
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
    if (by === "agent") return agentName(value);
    if (by === "workspace_id") return workspaces.find(({ id }) => id === value)?.name ?? value;
    return value;
  };
}
