"use client";

import { useRole } from "#components/shell/use-may.ts";
import { RadioGroup } from "#components/ui/forms/radio-group.tsx";
import { ROLES, type Role, reachOf } from "#lib/roles.ts";

const WORDS: Record<Role, { label: string; hint: string }> = {
  owner: { label: "Owner", hint: "Everything, owners and single sign-on among it" },
  admin: { label: "Admin", hint: "Everything but owners and single sign-on" },
  member: { label: "Member", hint: "Calls models and has keys of their own, in the workspaces they are in" },
};

/** One of the roles, each with what it means; one that the person may not give says so. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const makesOwners = reachOf(useRole(), "owners") !== "none";
  const options = ROLES.toReversed().map((role) => {
    const barred = role === "owner" && !makesOwners;
    const { label, hint } = WORDS[role];
    return { value: role, label, hint: barred ? "Only owners make owners." : hint, disabled: barred };
  });
  return <RadioGroup options={options} value={value} onValueChange={onChange} />;
}
