"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Path, useWatch } from "react-hook-form";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { useLeaveGuard } from "#components/ui/hooks/use-leave-guard.ts";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { mutation } from "#lib/api/query.ts";
import { updateWorkspace } from "#lib/contract/workspaces.ts";
import { changesOf, draftOf, type SettingsDraft, type Workspace } from "./settings-draft.ts";
import { useAfterSave } from "./use-after-save.ts";

/** The form's settings, the unsaved changes, and actions to save or discard them. */
export function useSettingsForm(workspace: Workspace, readOnly: boolean) {
  // What the draft is compared with: a change made elsewhere must not look like one made here.
  const [base, setBase] = useState(workspace);
  const [sent, setSent] = useState<SettingsDraft>();
  const { mutateAsync } = useMutation(mutation(updateWorkspace));
  const afterSave = useAfterSave();
  const form = useContractForm({
    endpoint: updateWorkspace,
    mode: "onChange",
    defaultValues: draftOf(workspace),
    bodyOf: (draft) => changesOf(draft, base),
    messages: { io_logging_sampling_rate: "Enter 0.01 to 100" },
    fieldOfError: ({ status }) => (status === 409 ? "slug" : undefined),
    send: (body) => mutateAsync({ params: { ref: base.id }, body, workspace: base.id }),
    onSuccess: ({ data }, values) => {
      setBase(data);
      setSent(values);
      afterSave(base, data);
    },
  });
  const { reset, getValues } = form;
  useEffect(() => {
    reset({ ...draftOf(base), ...(sent && editsSince(sent, getValues())) });
  }, [reset, getValues, base, sent]);
  const draft = useWatch({ control: form.control }) as SettingsDraft;
  const count = Object.keys(changesOf(draft, base)).length;
  if (count === 0 && (workspace.updated_at ?? "") > (base.updated_at ?? "")) {
    setBase(workspace);
    setSent(undefined);
  }
  const set = (change: Partial<SettingsDraft>) => {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as Path<SettingsDraft>, value as never, { shouldValidate: true });
    }
  };
  const problems = Object.fromEntries(
    Object.entries(form.formState.errors).map(([name, error]) => [name, String(error?.message ?? "")]),
  );
  useSaveKey(() => !readOnly && count > 0 && void form.submit());
  useLeaveGuard(count > 0);
  return { form, draft, set, problems, count, discard: () => reset(draftOf(base)) };
}

/** Returns the fields that were edited while the sent values were being saved. */
function editsSince(sent: SettingsDraft, now: SettingsDraft): Partial<SettingsDraft> {
  const edits = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field as keyof SettingsDraft]),
  );
  return Object.fromEntries(edits);
}
