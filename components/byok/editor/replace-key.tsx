"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { updateCredential } from "#lib/contract/byok.ts";
import { type Credential, nameOf } from "../credential-status.tsx";
import { problemsOf } from "../problems.ts";
import { maskedKey } from "./key-format.ts";
import { KeyInput } from "./key-input.tsx";
import { KeyTest } from "./key-test.tsx";
import { useKeyTest } from "./use-key-test.ts";

type ReplaceKeyProps = { record: Credential; open: boolean; onClose: () => void };

/** Puts a new key in the place of a stored one, once the provider has accepted it or all the same. */
export function ReplaceKey({ record, open, onClose }: ReplaceKeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Replace key of ${nameOf(record)}`}
      description="The stored key is overwritten at once and cannot be read back. Keep the old one valid at the provider until the first call through the new one has succeeded."
    >
      <ReplaceForm record={record} onClose={onClose} />
    </Dialog>
  );
}

function ReplaceForm({ record, onClose }: Omit<ReplaceKeyProps, "open">) {
  const [tried, setTried] = useState(false);
  const test = useKeyTest();
  const replace = useMutation(mutation(updateCredential));
  const key = test.key.trim();
  const problems = { ...problemsOf(test.error, ["key"]), ...problemsOf(replace.error, ["key"]) };
  const save = () =>
    replace.mutate(
      { params: { id: record.id }, body: { key } },
      {
        onSuccess: () => {
          onClose();
          toastDone(`The key of ${nameOf(record)} is replaced`, { description: "It waits for its first success." });
        },
      },
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (key === "" || test.pending || replace.isPending) return;
    if (test.result?.outcome === "accepted" || (await test.run(record.provider))) save();
  };
  const refused = test.result !== undefined && test.result.outcome !== "accepted";
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <KeyInput
        label="New key"
        provider={record.provider}
        value={test.key}
        onValueChange={test.setKey}
        error={tried && key === "" ? "Paste the new key" : problems.key}
      />
      <p className="flex items-center gap-2 font-mono text-muted text-xs">
        <span className="sr-only">From</span>
        {record.label}
        <ArrowRight className="size-3.5" aria-label="to" />
        <span className="text-ink">{key === "" ? "the new key" : maskedKey(key)}</span>
      </p>
      {test.result && <KeyTest result={test.result} />}
      {problems.form && (
        <p role="alert" className="text-bad text-sm">
          It was not replaced: {problems.form}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        {refused && (
          <Button variant="dangerOutline" pending={replace.isPending} onClick={save}>
            Replace anyway
          </Button>
        )}
        <Button type="submit" variant="filled" pending={test.pending || replace.isPending}>
          {refused ? "Test again" : "Test and replace"}
        </Button>
      </footer>
    </form>
  );
}
