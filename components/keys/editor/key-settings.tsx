"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { useLeaveGuard } from "#components/ui/hooks/use-leave-guard.ts";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { mutation } from "#lib/api/query.ts";
import { updateKey } from "#lib/contract/keys.ts";
import type { Key } from "../key-status.tsx";
import { changesOf, draftOf } from "./key-draft.ts";
import { KeyFields, problemsOf } from "./key-fields.tsx";

/** Name, limit and expiry of a key, to be changed and saved together. */
export function KeySettings({ record }: { record: Key }) {
  const [draft, setDraft] = useState(() => draftOf(record));
  const save = useMutation(mutation(updateKey));
  const schema = useBodySchema(updateKey);
  const changes = changesOf(draft, record, Date.now());
  const count = Object.keys(changes).length;
  const checked = schema?.safeParse(changes);
  const send = () => {
    if (count === 0 || checked?.success === false || save.isPending) return;
    save.mutate(
      { params: { hash: record.hash }, body: changes },
      { onSuccess: () => toastDone(`${draft.name.trim()} is saved`) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  useSaveKey(send);
  useLeaveGuard(count > 0);
  return (
    <Panel title="Settings">
      <form onSubmit={submit} noValidate className="flex max-w-180 flex-col gap-4">
        <KeyFields
          draft={draft}
          onChange={setDraft}
          problems={problemsOf(draft, checked?.error?.issues, save.error)}
          spends={!record.is_management_key}
          presets={false}
        />
        <AdminNote fields={record.set_by_admin} />
        {count > 0 && (
          <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-panel px-4 py-2.5">
            <span className="mr-auto text-muted text-sm" role="status">
              {count} {count === 1 ? "change" : "changes"} not saved
            </span>
            <Button onClick={() => setDraft(draftOf(record))}>Discard</Button>
            <Button type="submit" variant="filled" pending={save.isPending}>
              Save
              <span className="max-md:hidden">
                <Kbd keys="⌘ S" inverted />
              </span>
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

const FIELD_WORDS = { disabled: "the pause", limit: "the limit", expires_at: "the expiry" } as const;

/** Tells members what they cannot relax. */
function AdminNote({ fields }: { fields: Key["set_by_admin"] }) {
  const { role } = useShell();
  if (role !== "member" || fields.length === 0) return null;
  const words = fields.map((field) => FIELD_WORDS[field]);
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(words);
  return <p className="text-muted text-sm">An administrator set {list}. Only administrators can relax that.</p>;
}
