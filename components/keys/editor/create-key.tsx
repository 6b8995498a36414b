"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createKey } from "#lib/contract/keys.ts";
import { ManagementWarning } from "../management/management-warning.tsx";
import type { KeyKind } from "../use-key-page.ts";
import { bodyOf, type KeyDraft, newDraft } from "./key-draft.ts";
import { KeyFields, problemsOf } from "./key-fields.tsx";
import { KeySecret } from "./key-secret.tsx";

type CreateKeyProps = { open: boolean; kind: KeyKind; onClose: () => void };

/** Makes a key, then shows its secret once. */
export function CreateKey({ open, kind, onClose }: CreateKeyProps) {
  const [made, setMade] = useState<{ secret: string; hash: string }>();
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  const leave = () => {
    setMade(undefined);
    if (made) router.push(`/w/${slug}/keys/${made.hash}`);
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={kind === "management" ? "Create management key" : "Create key"}
        description="The secret is shown once, right after this."
      >
        <CreateKeyForm
          kind={kind}
          onCancel={onClose}
          onMade={(secret, hash) => {
            onClose();
            setMade({ secret, hash });
          }}
        />
      </Dialog>
      <KeySecret secret={made?.secret} title="Key created" management={kind === "management"} onClose={leave} />
    </>
  );
}

type CreateKeyFormProps = { kind: KeyKind; onMade: (secret: string, hash: string) => void; onCancel: () => void };

function CreateKeyForm({ kind, onMade, onCancel }: CreateKeyFormProps) {
  const management = kind === "management";
  const { slug } = useShell().currentWorkspace;
  const [draft, setDraft] = useState<KeyDraft>(newDraft);
  const [tried, setTried] = useState(false);
  const create = useMutation(mutation(createKey));
  const schema = useBodySchema(createKey);
  const body = () => ({
    ...bodyOf(draft, Date.now()),
    workspace_id: slug,
    ...(management && { is_management_key: true }),
  });
  const checked = schema?.safeParse(body());
  const problems = problemsOf(draft, tried ? checked?.error?.issues : [], create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked?.success === false || create.isPending) return;
    create.mutate(
      { body: body() },
      {
        onSuccess: ({ key, data }) => {
          // The answer holds the secret; it lives in the dialog's state alone.
          create.reset();
          onMade(key, data.hash);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {management && <ManagementWarning />}
      <KeyFields draft={draft} onChange={setDraft} problems={problems} spends={!management} />
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" pending={create.isPending}>
          {management ? "Create management key" : "Create key"}
        </Button>
      </footer>
    </form>
  );
}
