"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { mutation, query } from "#lib/api/query.ts";
import { getGuardrail, updateGuardrail } from "#lib/contract/guardrails.ts";
import type { Guardrail } from "../guardrail.ts";
import { changesBetween } from "../guardrail-parts.ts";
import { describeAssignees } from "../list/assignee-summary.tsx";
import { ChangeList } from "./change-list.tsx";
import { ConflictList } from "./conflict-list.tsx";
import { changesOf, fieldsOf, type GuardrailFields } from "./guardrail-fields.ts";
import { mergeFields, type Side } from "./guardrail-merge.ts";
import { useAssignees } from "./use-assignees.ts";

type ReviewChangesProps = {
  open: boolean;
  /** The guardrail when the edit started. */
  base: Guardrail;
  draft: GuardrailFields;
  onClose: () => void;
  onSaved: (record: Guardrail) => void;
  /** Called with the gateway's error, except for a conflicting change. */
  onRejected: (error: ApiError) => void;
};

/** Shows the changes before they are saved; if someone else has saved in the meantime, merges both sides. */
export function ReviewChanges({ open, onClose, ...props }: ReviewChangesProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={`Save ${props.base.name}`} width="medium">
      <Review {...props} onClose={onClose} />
    </Dialog>
  );
}

function Review({ base, draft, onClose, onSaved, onRejected }: Omit<ReviewChangesProps, "open">) {
  const [theirs, setTheirs] = useState<Guardrail>();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const client = useQueryClient();
  const save = useMutation(mutation(updateGuardrail));
  const stored = theirs ?? base;
  const merged = theirs && mergeFields({ base: fieldsOf(base), mine: draft, theirs: fieldsOf(theirs) }, choices);
  const target = merged?.fields ?? draft;
  const changes = changesBetween(fieldsOf(stored), target);
  const readAgain = async () => {
    const options = query(getGuardrail, { params: { id: base.id } });
    await client.fetchQuery({ ...options, staleTime: 0 }).then(({ data }) => setTheirs(data), onRejected);
    setChoices({});
  };
  const send = () => {
    if (save.isPending) return;
    if (changes.length === 0) return onSaved(stored);
    const body = { ...changesOf(fieldsOf(stored), target), version: stored.version };
    save.mutate(
      { params: { id: base.id }, body },
      {
        onSuccess: ({ data }) => onSaved(data),
        onError: (error) => (error.status === 409 ? void readAgain() : onRejected(error)),
      },
    );
  };
  useSaveKey(send);
  return (
    <>
      {theirs && (
        <>
          <Warning>
            Someone else saved version {theirs.version} while you were editing version {base.version}.{" "}
            {merged?.conflicts.length
              ? "Resolve the conflicting changes. The rest is merged."
              : "Your changes do not conflict, so both are kept."}
          </Warning>
          <Block title="Their changes">
            <ChangeList label="Their changes" changes={changesBetween(fieldsOf(base), fieldsOf(theirs))} />
          </Block>
          {merged && merged.conflicts.length > 0 && (
            <ConflictList
              conflicts={merged.conflicts}
              choices={choices}
              onChoose={(id, side) => setChoices({ ...choices, [id]: side })}
            />
          )}
        </>
      )}
      <Block title={theirs ? "Your changes" : "Changes"}>
        {changes.length > 0 ? (
          <ChangeList label="Changes to save" changes={changes} />
        ) : (
          <p className="text-muted text-sm">No changes: their version is kept.</p>
        )}
      </Block>
      <HoldsFor record={base} isShadow={target.shadow} />
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="filled" onClick={send} pending={save.isPending}>
          {theirs ? "Save merged" : "Save changes"}
          <span className="max-md:hidden">
            <Kbd keys="⌘ S" inverted />
          </span>
        </Button>
      </footer>
    </>
  );
}

function HoldsFor({ record, isShadow }: { record: Guardrail; isShadow: boolean }) {
  const assignees = useAssignees();
  if (isShadow) return <Warning>In shadow mode it enforces nothing and only reports what it would have done.</Warning>;
  if (record.is_default)
    return <p className="text-muted text-sm">Takes effect immediately for every request in the workspace.</p>;
  if (!assignees || assignees.failed) return null;
  const words = describeAssignees(assignees.assigneesOf(record.id));
  if (words) return <p className="text-muted text-sm">Takes effect immediately for {words}.</p>;
  return <Warning>It has no effect until you assign it to a key or member.</Warning>;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}
