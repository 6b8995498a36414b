"use client";

import { useRole } from "#components/shell/use-permission.ts";
import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import { ROLES, type Role, reachOf } from "#lib/roles.ts";

const WORDS: Record<Role, { label: string; hint: string }> = {
  owner: { label: "Owner", hint: "Full access, including owners and single sign-on" },
  admin: { label: "Admin", hint: "Full access, except to owners and single sign-on" },
  member: { label: "Member", hint: "Calls models and manages their own keys in their workspaces" },
};

/** A choice of roles with their meanings; a role that the user may not assign says so. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const makesOwners = reachOf(useRole(), "owners") !== "none";
  const options = ROLES.toReversed().map((role) => {
    const barred = role === "owner" && !makesOwners;
    const { label, hint } = WORDS[role];
    return { value: role, label, hint: barred ? "Only owners can add owners." : hint, disabled: barred };
  });
  return <RadioGroup options={options} value={value} onValueChange={onChange} />;
}
