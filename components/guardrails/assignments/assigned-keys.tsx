"use client";

import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { type KeyAssignment, useNameOf } from "../editor/use-assignees.ts";
import type { Guardrail } from "../guardrail.ts";
import { AssigneeList } from "./assignee-list.tsx";
import { useAssignKey } from "./use-assign.ts";

/** The keys that a guardrail is assigned to. */
export function AssignedKeys({ record, assigned }: { record: Guardrail; assigned: readonly KeyAssignment[] }) {
  const { slug } = useShell().currentWorkspace;
  const { keys, picker } = useKeySearch();
  const nameOf = useNameOf();
  const { add, remove } = useAssignKey(record);
  const has = new Set(assigned.map(({ key_hash: hash }) => hash));
  const options = keys
    .filter(({ hash }) => !has.has(hash))
    .map(({ hash, name, label, guardrail_name: other }) => ({
      value: hash,
      label: name,
      hint: other ? `replaces ${other}` : label,
    }));
  return (
    <AssigneeList
      title="Keys"
      noun="key"
      note="A key can have one guardrail in addition to the workspace default. Assigning this one replaces the other."
      options={options}
      picker={picker}
      rows={assigned.map((one) => ({
        id: one.key_hash,
        name: one.key_name,
        detail: (
          <Link href={`/w/${slug}/keys/${one.key_hash}`} className="underline">
            {one.key_label}
          </Link>
        ),
        by: one.assigned_by && nameOf(one.assigned_by),
        since: one.created_at,
      }))}
      onAdd={(hash) => {
        const key = keys.find((one) => one.hash === hash);
        if (key) add({ id: hash, name: key.name, formerId: key.guardrail_id });
      }}
      onRemove={remove}
    />
  );
}
