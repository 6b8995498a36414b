"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Form } from "#components/ui/forms/form.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { rememberNewKey } from "#lib/api/new-key.ts";
import { assignKeys } from "#lib/contract/guardrail-assignments.ts";
import { createGuardrail } from "#lib/contract/guardrails.ts";
import { createKey } from "#lib/contract/keys.ts";
import { ManagementWarning } from "../management/management-warning.tsx";
import type { KeyKind } from "../use-key-page.ts";
import { createGuardedKey } from "./create-guarded-key.ts";
import { GuardrailChoice } from "./guardrail-choice.tsx";
import { bodyOf, newDraft, scopesOf } from "./key-draft.ts";
import { KeyFields } from "./key-fields.tsx";
import { KEY_FORM } from "./key-form.ts";
import { KeySecret } from "./key-secret.tsx";
import { ScopeFields } from "./scope-fields.tsx";

type CreateKeyProps = { open: boolean; kind: KeyKind; onClose: () => void };

/** Creates a key, then shows its secret once. */
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
        description="The key is shown only once, after you create it."
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
  const client = useQueryClient();
  const mayGuard = usePermission(assignKeys);
  const form = useContractForm({
    ...KEY_FORM,
    endpoint: createKey,
    defaultValues: newDraft(),
    bodyOf: (draft) => ({
      ...bodyOf(draft, Date.now()),
      workspace_id: draft.workspaces[0] ?? slug,
      ...(management && { is_management_key: true, scopes: scopesOf(draft) }),
    }),
    send: (body, draft) => createGuardedKey(body, draft),
    onSuccess: ({ key, data }) => {
      void client.invalidateQueries({ queryKey: [createKey.resource] });
      void client.invalidateQueries({ queryKey: [createGuardrail.resource] });
      if (!management) rememberNewKey(key);
      onMade(key, data.hash);
    },
  });
  return (
    <Form form={form}>
      {management && <ManagementWarning />}
      <KeyFields form={form} spends={!management} />
      {management && <ScopeFields form={form} />}
      {!management && mayGuard && <GuardrailChoice form={form} />}
      <FormProblem what="Could not create the key" problem={form.problem} />
      <FormFooter
        action={management ? "Create management key" : "Create key"}
        onCancel={onCancel}
        pending={form.isPending}
      />
    </Form>
  );
}
