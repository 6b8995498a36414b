"use client";

import { useMutation } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { HeaderLinesInput } from "#components/ui/forms/header-lines-input.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { createMcpServer, refreshMcpServer } from "#lib/contract/mcp-servers.ts";
import { headersIn } from "#lib/header-lines.ts";
import { useMcpView } from "./mcp-view.ts";

/** Registers an MCP server and lists its tools. */
export function AddServer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Connect MCP server"
      description="You review its tools next. Models see a tool once you approve it."
      width="medium"
    >
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { slug: workspace } = useShell().currentWorkspace;
  const { setView } = useMcpView();
  const create = useMutation(mutation(createMcpServer));
  const refresh = useMutation(mutation(refreshMcpServer));
  const form = useContractForm({
    endpoint: createMcpServer,
    defaultValues: { name: "", slug: "", url: "", headers: "" },
    bodyOf: ({ headers, ...fields }) => ({ ...fields, headers: headersIn(headers), workspace_id: workspace }),
    messages: {
      name: "Enter a name",
      url: "Enter an HTTP or HTTPS URL",
      headers: "Enter one header per line, as Name: value",
    },
    fieldOfError: (error) => (error.status === 409 ? "slug" : undefined),
    send: async (body) => {
      const { data } = await create.mutateAsync({ body });
      // A server that fails is registered nevertheless; its panel shows the error.
      await refresh.mutateAsync({ params: { id: data.id } }).catch(() => undefined);
      return data;
    },
    onSuccess: ({ id, name }) => {
      toastDone(`${name} connected`);
      void setView({ create: null, peek: id });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} maxLength={200} autoComplete="off" placeholder="Tickets" />}
        </FormField>
        <FormField form={form} name="slug" label="Label" hint="Used in requests; cannot be changed" required>
          {(field) => <Input {...field} mono maxLength={32} autoComplete="off" placeholder="tickets" />}
        </FormField>
      </div>
      <FormField form={form} name="url" label="URL" hint="The streamable HTTP endpoint" required>
        {(field) => <Input {...field} mono type="url" autoComplete="off" placeholder="https://example.com/mcp" />}
      </FormField>
      <FormField
        form={form}
        name="headers"
        label="Headers"
        aside="optional"
        hint="One per line. Stored encrypted, and shown masked. Leave empty for OAuth."
      >
        {(field) => <HeaderLinesInput {...field} />}
      </FormField>
      <FormProblem problem={form.problem} />
      <FormFooter action="Connect server" onCancel={onClose} pending={form.isPending} />
    </Form>
  );
}
