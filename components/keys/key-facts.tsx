"use client";

import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { formatDuration } from "#lib/format-time.ts";
import { KEY_PLACEHOLDER, requestSamples } from "#lib/request-samples.ts";
import { KeyCreator } from "./editor/key-creator.tsx";
import type { Key } from "./key-status.tsx";

/** Facts about a key other than its spend, and how to use it. */
export function KeyFacts({ record }: { record: Key }) {
  const { baseUrl = "", currentWorkspace } = useShell();
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Panel title="Details">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm [&_dt]:text-muted">
          <Fact name="Key">
            <span className="font-mono text-xs">{record.label}</span>
          </Fact>
          <Fact name="Last used">
            <Time value={record.last_used_at} unknown="never" />
          </Fact>
          {!record.is_management_key && (
            <Fact name="Requests">
              <Link href={`/w/${currentWorkspace.slug}/logs?range=30d&key=${record.hash}`} className="underline">
                last 30 days in Logs
              </Link>
            </Fact>
          )}
          <Fact name="Expires">
            <Time value={record.expires_at} format="absolute" unknown="never" />
          </Fact>
          {record.rotated_to && (
            <Fact name="Replaced by">
              <Link href={`/w/${currentWorkspace.slug}/keys/${record.rotated_to}`} className="underline">
                the newer key
              </Link>
            </Fact>
          )}
          <Fact name="Created">
            <Time value={record.created_at} format="absolute" />
          </Fact>
          <Fact name="Changed">
            <Time value={record.updated_at} format="absolute" unknown="never" />
          </Fact>
          <Fact name="Creator">
            <KeyCreator userId={record.creator_user_id} />
          </Fact>
          {record.agent && (
            <Fact name="Agent">
              {record.agent.name}
              {record.agent.device && ` on ${record.agent.device}`}, signed in by the creator; it renews the key itself
            </Fact>
          )}
          {record.external_user && <Fact name="Created for">{record.external_user}</Fact>}
          <Fact name="Guardrail">
            {record.guardrail_id ? (
              <Link href={`/w/${currentWorkspace.slug}/guardrails/${record.guardrail_id}`} className="underline">
                {record.guardrail_name ?? record.guardrail_id}
              </Link>
            ) : (
              "none assigned"
            )}
          </Fact>
          {!record.is_management_key && <Fact name="Server tools">{record.allowed_tools?.join(", ") ?? "all"}</Fact>}
          {record.cache_ttl !== null && <Fact name="Response cache">{formatDuration(record.cache_ttl * 1000)}</Fact>}
          {record.tags.length > 0 && <Fact name="Tags">{record.tags.join(", ")}</Fact>}
          {record.is_management_key && <ScopeFacts scopes={record.scopes} />}
          <Fact name="Key number">{record.id}</Fact>
        </dl>
      </Panel>
      {!record.is_management_key && (
        <CodeBlock
          label="Example request"
          samples={requestSamples({ baseUrl, model: "local/echo", key: KEY_PLACEHOLDER })}
        />
      )}
    </div>
  );
}

function ScopeFacts({ scopes }: { scopes: Key["scopes"] }) {
  const { workspaces } = useShell();
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? id;
  const resources = Object.entries(scopes?.resources ?? {}).sort();
  const namesOf = (action: string) => resources.flatMap(([name, granted]) => (granted === action ? [name] : []));
  return (
    <>
      <Fact name="Workspaces">{scopes?.workspaces?.map(nameOf).join(", ") ?? "all"}</Fact>
      <Fact name="Can change">{scopes?.resources ? namesOf("write").join(", ") || "nothing" : "everything"}</Fact>
      {scopes?.resources && <Fact name="Can only read">{namesOf("read").join(", ") || "nothing else"}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
