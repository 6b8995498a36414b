"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useBodySchema } from "#components/ui/forms/use-body-schema.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { getSession } from "#lib/contract/session.ts";
import { createWorkspace } from "#lib/contract/workspaces.ts";
import { slugOf } from "./slug.ts";

type CreateWorkspaceProps = { open: boolean; onClose: () => void };

/** Makes a workspace, then shows it, so that people can be added. */
export function CreateWorkspace({ open, onClose }: CreateWorkspaceProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Create workspace"
      description="It starts without members, keys, guardrails and budgets. Owners and admins see every workspace."
    >
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

const NEW = { name: "", slug: undefined as string | undefined, description: "" };

function CreateForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(NEW);
  const [tried, setTried] = useState(false);
  const create = useMutation(mutation(createWorkspace));
  const client = useQueryClient();
  const router = useRouter();
  const schema = useBodySchema(createWorkspace);
  const slug = draft.slug ?? slugOf(draft.name);
  const body = { name: draft.name, slug, ...(draft.description && { description: draft.description }) };
  const checked = schema?.safeParse(body);
  const issues = [...(tried ? (checked?.error?.issues ?? []) : []), ...(create.error?.issues ?? [])];
  const problem = (field: string) => issues.find(({ path }) => String(path[0]) === field || path === field)?.message;
  const conflict = create.error?.status === 409 ? create.error.message : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked?.success === false || create.isPending) return;
    const { data } = await create.mutateAsync({ body });
    // The session lists the workspaces that the shell knows.
    await client.invalidateQueries({ queryKey: [getSession.resource] });
    toastDone(`${data.name} is created`);
    router.push(`/org/workspaces/${data.slug}`);
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate className="flex flex-col gap-4">
      <Field label="Name" required error={problem("name")} hint="A team, a product or a stage, such as Production">
        <Input
          value={draft.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
      <Field label="Slug" required error={problem("slug") ?? conflict} hint="Part of the workspace's addresses">
        <Input
          mono
          value={slug}
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, slug: event.target.value })}
        />
      </Field>
      <Field label="Description" aside="optional" error={problem("description")}>
        <Textarea
          rows={2}
          maxLength={500}
          value={draft.description}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
      </Field>
      {create.error && !conflict && create.error.issues.length === 0 && (
        <p role="alert" className="text-bad text-sm">
          It was not created: {create.error.message}
        </p>
      )}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" pending={create.isPending}>
          Create workspace
        </Button>
      </footer>
    </form>
  );
}
