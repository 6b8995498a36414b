"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import { addWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { formatCount } from "#lib/format.ts";
import { findNamedPeople } from "./named-people.ts";
import { MOST_AT_ONCE, useAddMembers } from "./use-add-members.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePerson } from "./workspace-person.ts";

type AddPeopleProps = {
  workspace: Workspace;
  present: readonly WorkspacePerson[];
  open: boolean;
  onClose: () => void;
};

type Named = { chosen: string[]; text: string };

/** Adds people of the organization to a workspace, chosen from a list or pasted. */
export function AddPeople({ workspace, present, open, onClose }: AddPeopleProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Add members to ${workspace.name}`}
      description="They keep their organization role. Invite new people on the Members page."
    >
      <AddForm workspace={workspace} present={present} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ workspace, present, onClose }: Omit<AddPeopleProps, "open">) {
  const members = useQuery(queryAll(listMembers));
  const people = members.data?.data ?? [];
  const presentIds = new Set(present.map(({ user_id }) => user_id));
  const { add, added } = useAddMembers(workspace);
  const idsIn = ({ chosen, text }: Named) => [
    ...new Set([...chosen, ...findNamedPeople(text, people, presentIds).addable.map(({ id }) => id)]),
  ];
  const form = useContractForm({
    endpoint: addWorkspaceMembers,
    defaultValues: { chosen: [], text: "" } as Named,
    // Validates the first request; the others have the same form.
    bodyOf: (named) => ({ user_ids: idsIn(named).slice(0, MOST_AT_ONCE) }),
    send: (_body, named) => add(idsIn(named)),
    onSuccess: onClose,
  });
  const draft = useWatch({ control: form.control }) as Named;
  const named = findNamedPeople(draft.text, people, presentIds);
  const count = idsIn(draft).length;
  const options = people
    .filter(({ id }) => !presentIds.has(id))
    .map(({ id, name, email }) => ({ value: id, label: name || email, hint: email, keywords: [email] }));
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="chosen"
        label="Choose members"
        error={members.error && `The members could not be loaded: ${members.error.message}`}
      >
        {({ value, onChange }) => (
          <ComboboxMany
            options={options}
            values={value}
            onValuesChange={onChange}
            placeholder="Organization members"
            empty="All members are already added"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="text"
        label="Or paste email addresses"
        hint="Email addresses or user IDs, separated by commas, spaces or lines"
      >
        {(field) => <Textarea {...field} spellCheck={false} />}
      </FormField>
      <p role="status" className="text-sm">
        {summary(count, named.present.length, named.unknown.length)}
      </p>
      {members.data && named.unknown.length > 0 && (
        <p className="break-words text-muted text-xs">Not in the organization: {named.unknown.join(", ")}</p>
      )}
      <FormProblem
        what={added > 0 ? `${formatCount(added)} added, the others failed` : "No members were added"}
        problem={form.problem}
      />
      <FormFooter
        action={
          form.isPending && count > MOST_AT_ONCE
            ? `${formatCount(added)} of ${formatCount(count)} added`
            : "Add members"
        }
        onCancel={onClose}
        disabled={count === 0}
        pending={form.isPending}
      />
    </Form>
  );
}

function summary(fresh: number, present: number, unknown: number): string {
  const parts = [`${formatCount(fresh)} to add`];
  if (present > 0) parts.push(`${formatCount(present)} already added`);
  if (unknown > 0) parts.push(`${formatCount(unknown)} unknown`);
  return parts.join(", ");
}
