"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useController } from "react-hook-form";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "../credential-status.tsx";
import { cloudOf } from "./cloud-forms.ts";
import { CloudKeyInput } from "./cloud-key-input.tsx";
import { maskKey } from "./key-format.ts";
import { KeyInput } from "./key-input.tsx";
import { KeyTest } from "./key-test.tsx";
import { KeyTestFooter } from "./key-test-footer.tsx";
import { useKeyTest } from "./use-key-test.ts";

type ReplaceKeyProps = { record: Credential; open: boolean; onClose: () => void };

/** Replaces a stored key once the provider has accepted the new one, or anyway if the user insists. */
export function ReplaceKey({ record, open, onClose }: ReplaceKeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Replace key for ${nameOf(record)}`}
      description="The stored key is overwritten immediately and cannot be recovered. Keep the old key valid at the provider until a request with the new one succeeds."
    >
      <ReplaceForm record={record} onClose={onClose} />
    </Dialog>
  );
}

function ReplaceForm({ record, onClose }: Omit<ReplaceKeyProps, "open">) {
  const test = useKeyTest();
  const { mutateAsync } = useMutation(mutation(updateCredential));
  const form = useContractForm({
    endpoint: updateCredential,
    defaultValues: { key: "" },
    bodyOf: ({ key }) => ({ key: key.trim() }),
    check: ({ key }) => ({ key: key.trim() === "" ? missingKey(record.provider) : undefined }),
    send: async (body) => {
      if (!(await test.accepts(record.provider, body.key))) return false;
      await mutateAsync({ params: { id: record.id }, body });
      return true;
    },
    onSuccess: (isReplaced) => {
      if (!isReplaced) return;
      onClose();
      toastDone(`Key for ${nameOf(record)} replaced`, { description: "Waiting for its first successful request" });
    },
  });
  const { field, fieldState } = useController({ control: form.control, name: "key" });
  const key = field.value.trim();
  const cloud = cloudOf(record.provider);
  const changeKey = (value: string) => {
    test.forget();
    field.onChange(value);
  };
  return (
    <Form form={form}>
      {cloud ? (
        <CloudKeyInput provider={cloud} onValueChange={changeKey} error={fieldState.error?.message} />
      ) : (
        <KeyInput
          ref={field.ref}
          label="New key"
          provider={record.provider}
          value={field.value}
          onValueChange={changeKey}
          error={fieldState.error?.message}
        />
      )}
      <p className="flex items-center gap-2 font-mono text-muted text-xs">
        <span className="sr-only">From</span>
        {record.label}
        <ArrowRight className="size-3.5" aria-label="to" />
        <span className="text-ink">{key === "" || cloud ? "the new key" : maskKey(key)}</span>
      </p>
      {test.result && <KeyTest result={test.result} />}
      <FormProblem what="Could not replace the key" problem={form.problem} />
      <KeyTestFooter verb="Replace" test={test} form={form} onCancel={onClose} />
    </Form>
  );
}

function missingKey(provider: string): string {
  return cloudOf(provider) ? "Fill in the required fields" : "Paste the new key";
}
