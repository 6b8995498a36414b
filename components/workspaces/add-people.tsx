"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import { formatCount } from "#lib/format.ts";
import { namedPeople } from "./named-people.ts";
import { useAddition } from "./use-addition.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePerson } from "./workspace-person.ts";

type AddPeopleProps = {
  workspace: Workspace;
  present: readonly WorkspacePerson[];
  open: boolean;
  onClose: () => void;
};

/** Adds people of the organization to a workspace, chosen from a list or pasted. */
export function AddPeople({ workspace, present, open, onClose }: AddPeopleProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Add members to ${workspace.name}`}
      description="They keep the role that they hold in the organization. Who is not in it yet is invited under Members."
    >
      <AddForm workspace={workspace} present={present} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ workspace, present, onClose }: Omit<AddPeopleProps, "open">) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [text, setText] = useState("");
  const members = useQuery(queryAll(listMembers));
  const people = members.data?.data ?? [];
  const presentIds = new Set(present.map(({ user_id }) => user_id));
  const named = namedPeople(text, people, presentIds);
  const ids = [...new Set([...chosen, ...named.fresh.map(({ id }) => id)])];
  const { add, added, error, isPending } = useAddition(workspace, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ids.length > 0 && !isPending) void add(ids);
  };
  const options = people
    .filter(({ id }) => !presentIds.has(id))
    .map(({ id, name, email }) => ({ value: id, label: name || email, hint: email, keywords: [email] }));
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Choose people" error={members.error && `They could not be loaded: ${members.error.message}`}>
        <ComboboxMany
          options={options}
          values={chosen}
          onValuesChange={setChosen}
          placeholder="People of the organization"
          empty="Everyone else is in it already"
        />
      </Field>
      <Field label="Or paste addresses" hint="Email addresses or user ids, between commas, spaces or lines">
        <Textarea value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      </Field>
      <p role="status" className="text-sm">
        {summary(ids.length, named.present.length, named.unknown.length)}
      </p>
      {members.data && named.unknown.length > 0 && (
        <p className="break-words text-muted text-xs">Not in the organization: {named.unknown.join(", ")}</p>
      )}
      {error && (
        <p role="alert" className="text-bad text-sm">
          {added > 0 ? `${formatCount(added)} were added, the others not` : "Nobody was added"}: {error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={ids.length === 0} pending={isPending}>
          {isPending && ids.length > 100 ? `${formatCount(added)} of ${formatCount(ids.length)} added` : "Add members"}
        </Button>
      </footer>
    </form>
  );
}

function summary(fresh: number, present: number, unknown: number): string {
  const parts = [`${formatCount(fresh)} to add`];
  if (present > 0) parts.push(`${formatCount(present)} already in it`);
  if (unknown > 0) parts.push(`${formatCount(unknown)} unknown`);
  return parts.join(", ");
}
