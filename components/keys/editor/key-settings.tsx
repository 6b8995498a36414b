"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { useLeaveGuard } from "#components/ui/hooks/use-leave-guard.ts";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { mutation } from "#lib/api/query.ts";
import { updateKey } from "#lib/contract/keys.ts";
import type { Key } from "../key-status.tsx";
import { changesOf, draftOf, type KeyDraft } from "./key-draft.ts";
import { KeyFields } from "./key-fields.tsx";
import { KEY_FORM } from "./key-form.ts";
import { ScopeFields } from "./scope-fields.tsx";

/** Name, limit and expiry of a key, saved together. */
export function KeySettings({ record }: { record: Key }) {
  const { mutateAsync } = useMutation(mutation(updateKey));
  const form = useContractForm({
    ...KEY_FORM,
    endpoint: updateKey,
    mode: "onChange",
    defaultValues: draftOf(record),
    bodyOf: (draft) => changesOf(draft, record, Date.now()),
    send: (body) => mutateAsync({ params: { hash: record.hash }, body }),
    onSuccess: (_response, { name }) => toastDone(`${name.trim()} saved`),
  });
  const draft = useWatch({ control: form.control }) as KeyDraft;
  const count = Object.keys(changesOf(draft, record, Date.now())).length;
  useSaveKey(() => count > 0 && void form.submit());
  useLeaveGuard(count > 0);
  return (
    <Panel title="Settings">
      <Form form={form} className="max-w-180">
        <KeyFields form={form} spends={!record.is_management_key} presets={false} />
        {record.is_management_key && <ScopeFields form={form} />}
        <AdminNote fields={record.set_by_admin} />
        <FormProblem what="Could not save" problem={form.problem} />
        {count > 0 && (
          <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-panel px-4 py-2.5">
            <span className="mr-auto text-muted text-sm" role="status">
              {count} unsaved {count === 1 ? "change" : "changes"}
            </span>
            <Button onClick={() => form.reset(draftOf(record))}>Discard</Button>
            <Button type="submit" variant="filled" pending={form.isPending}>
              Save
              <span className="max-md:hidden">
                <Kbd keys="⌘ S" inverted />
              </span>
            </Button>
          </div>
        )}
      </Form>
    </Panel>
  );
}

const FIELD_WORDS = { disabled: "status", limit: "spending limit", expires_at: "expiry" } as const;

/** Tells members which settings they cannot relax. */
function AdminNote({ fields }: { fields: Key["set_by_admin"] }) {
  const { role } = useShell();
  if (role !== "member" || fields.length === 0) return null;
  const words = fields.map((field) => FIELD_WORDS[field]);
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(words);
  return <p className="text-muted text-sm">Set by an administrator: {list}. Only administrators can relax this.</p>;
}
