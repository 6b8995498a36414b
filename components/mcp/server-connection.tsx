"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { Form } from "#components/ui/forms/form.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { FormProblem } from "#components/ui/forms/form-problem.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { useContractForm } from "#components/ui/forms/use-contract-form.ts";
import { DeleteDialog } from "#components/ui/overlays/delete-dialog.tsx";
import { mutation } from "#lib/api/query.ts";
import { revokeMcpOauth } from "#lib/contract/mcp-oauth.ts";
import { deleteMcpServer, updateMcpServer } from "#lib/contract/mcp-servers.ts";
import { headersIn, linesOf } from "#lib/header-lines.ts";
import type { Server } from "./mcp-view.ts";

type ServerConnectionProps = { server: Server; onDeleted: () => void };

/** A server's URL and headers, and how to delete it. */
export function ServerConnection({ server, onDeleted }: ServerConnectionProps) {
  const update = useMutation(mutation(updateMcpServer));
  const form = useContractForm({
    endpoint: updateMcpServer,
    defaultValues: { name: server.name, url: server.url, headers: linesOf(server.headers) },
    bodyOf: ({ headers, ...fields }) => ({ ...fields, headers: headersIn(headers) }),
    messages: { headers: "Enter one header per line, as Name: value" },
    send: (body) => update.mutateAsync({ params: { id: server.id }, body }),
    onSuccess: ({ data }) => toastDone(`${data.name} saved`),
  });
  return (
    <Panel title="Connection">
      <Form form={form}>
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="url" label="URL" hint="If you change the origin, enter the headers again" required>
          {(field) => <Input {...field} mono type="url" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="headers" label="Headers" hint="Masked values stay as stored">
          {(field) => <Textarea {...field} mono rows={2} autoComplete="off" spellCheck={false} />}
        </FormField>
        <FormProblem problem={form.problem} />
        <Button type="submit" className="self-end" pending={form.isPending}>
          Save connection
        </Button>
      </Form>
      <OauthFacts server={server} />
      <div className="mt-4 border-t pt-4">
        <DeleteServer server={server} onDeleted={onDeleted} />
      </div>
    </Panel>
  );
}

function OauthFacts({ server: { id, oauth } }: { server: Server }) {
  const revoke = useMutation(mutation(revokeMcpOauth));
  if (!oauth) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t pt-4 text-sm">
      <span>
        OAuth: {oauth.status}
        {oauth.expires_at && (
          <span className="text-muted">
            , token until <Time value={oauth.expires_at} format="absolute" />
          </span>
        )}
      </span>
      <Button
        size="small"
        variant="dangerOutline"
        pending={revoke.isPending}
        onClick={() =>
          revoke.mutate(
            { params: { id } },
            {
              onSuccess: () => toastDone("Authorization revoked"),
              onError: (error) => toastFailed("The authorization was not revoked", { description: error.message }),
            },
          )
        }
      >
        Revoke authorization
      </Button>
    </div>
  );
}

function DeleteServer({ server, onDeleted }: ServerConnectionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="dangerOutline" onClick={() => setOpen(true)}>
        Delete MCP server
      </Button>
      <DeleteDialog
        open={open}
        onClose={() => setOpen(false)}
        onDeleted={onDeleted}
        deletion={useMutation(mutation(deleteMcpServer))}
        request={{ params: { id: server.id } }}
        noun="MCP server"
        name={server.name}
        facts={<p>Its headers, tokens and reviews are deleted permanently. Requests that name {server.slug} fail.</p>}
      />
    </>
  );
}
