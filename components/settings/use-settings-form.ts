"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { useLeaveGuard } from "#components/ui/hooks/use-leave-guard.ts";
import { useSaveKey } from "#components/ui/hooks/use-save-key.ts";
import { mutation } from "#lib/api/query.ts";
import { updateWorkspace } from "#lib/contract/workspaces.ts";
import { problemsOf } from "./problems.ts";
import { changesOf, draftOf, type SettingsDraft, type Workspace } from "./settings-draft.ts";
import { useAfterSave } from "./use-after-save.ts";

/** The settings in the form, what of them is not saved, and the ways to save or drop it. */
export function useSettingsForm(workspace: Workspace, readOnly: boolean) {
  // What the draft began with: a change from elsewhere must not look like one made here.
  const [base, setBase] = useState(workspace);
  const [draft, setDraft] = useState(() => draftOf(workspace));
  const mend = useMutation(mutation(updateWorkspace));
  const afterSave = useAfterSave();
  const schema = useBodySchema(updateWorkspace);
  const changes = changesOf(draft, base);
  const count = Object.keys(changes).length;
  const checked = schema?.safeParse(changes);
  const restart = (record: Workspace) => {
    setBase(record);
    setDraft(draftOf(record));
  };
  if (count === 0 && (workspace.updated_at ?? "") > (base.updated_at ?? "")) restart(workspace);
  const save = () => {
    if (readOnly || count === 0 || checked?.success === false || mend.isPending) return;
    const input = { params: { ref: base.id }, body: changes, workspace: base.id };
    const done = ({ data }: { data: Workspace }) => {
      restart(data);
      afterSave(base, data);
    };
    // A refusal is shown by the mutation's error.
    void mend.mutateAsync(input).then(done, () => undefined);
  };
  useSaveKey(save);
  useLeaveGuard(count > 0);
  return {
    draft,
    set: (change: Partial<SettingsDraft>) => setDraft({ ...draft, ...change }),
    problems: problemsOf(checked?.error?.issues, mend.error),
    count,
    pending: mend.isPending,
    save,
    discard: () => {
      setDraft(draftOf(base));
      mend.reset();
    },
  };
}
