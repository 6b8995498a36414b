"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { PAID_BY } from "#lib/contract/reconciliation.ts";

type PaidBy = (typeof PAID_BY)[number];
export type Scope = { workspace: string | undefined; paidBy: PaidBy };

const EVERY = "all";
const CREDENTIALS: { value: PaidBy; label: string }[] = [
  { value: "all", label: "All credentials" },
  { value: "gateway", label: "System credentials" },
  { value: "byok", label: "BYOK credentials" },
];

/** Which requests of the ledger are compared: those of the account that the file comes from. */
export function ScopeFields({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { workspaces } = useShell();
  return (
    <div className="flex flex-wrap gap-4">
      <Field label="Workspace" className="w-56">
        <Select
          options={[
            { value: EVERY, label: "All workspaces" },
            ...workspaces.map(({ name, slug }) => ({ value: slug, label: name })),
          ]}
          value={scope.workspace ?? EVERY}
          onValueChange={(next) => onChange({ ...scope, workspace: next === EVERY ? undefined : next })}
        />
      </Field>
      <Field label="Requests with" className="w-56">
        <Select<PaidBy>
          options={CREDENTIALS}
          value={scope.paidBy}
          onValueChange={(paidBy) => onChange({ ...scope, paidBy })}
        />
      </Field>
    </div>
  );
}
