"use client";

import { ListFilter, ListTree } from "lucide-react";
import type { ReactNode } from "react";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { agentName } from "#lib/generations/agents.ts";
import type { ShortName } from "../filters/view-filters.ts";
import { useLogView } from "../use-log-view.ts";
import type { Generation } from "./generation.ts";

/** More facts about a request; values that the list can be filtered by have a button for that. */
export function LogFacts({ call }: { call: Generation }) {
  const nameOfPerson = usePersonNames(call.user_id !== null);
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm [&_dt]:text-muted">
      <Fact name="ID">
        <IdPill id={call.id} label="generation ID" />
      </Fact>
      <Fact name="Time">
        <Time value={call.created_at} format="absolute" />
      </Fact>
      <Fact name="Status">
        {call.status}
        {call.finish_reason && !call.cancelled && `, ${call.finish_reason}`}
        {call.cancelled && `, canceled by the ${call.provider_responses.at(-1)?.canceled ? "gateway" : "caller"}`}
      </Fact>
      <Fact name="Model" field="model" value={call.model} />
      {call.requested_model !== call.model && <Fact name="Requested model">{call.requested_model}</Fact>}
      <Fact name="Provider" field="provider" value={call.provider_name} />
      <Fact name="Key" field="key" value={call.key_hash} id note={call.api_key_name ?? undefined} />
      {call.user_id && <Fact name="User">{nameOfPerson(call.user_id)}</Fact>}
      <Fact name="Session" field="session" value={call.session_id} action={<OpenSession id={call.session_id} />} />
      <Fact name="Agent" field="agent" value={call.agent} shown={agentWords(call)} />
      <Fact name="Repository" field="repository" value={call.repository} />
      <Fact name="End user" field="user" value={call.external_user} />
      {call.tags.map((tag) => (
        <Fact key={tag} name="Tag" field="tag" value={tag} />
      ))}
      <Fact name="Request ID" field="request" value={call.request_id} id />
      {call.upstream_id && (
        <Fact name="Provider's ID">
          <IdPill id={call.upstream_id} label="provider's ID" />
        </Fact>
      )}
      {call.user_agent && <Fact name="Client">{call.user_agent}</Fact>}
    </dl>
  );
}

type FactProps = { name: string } & (
  | { children: ReactNode; field?: never }
  | {
      field: Exclude<ShortName, "status" | "reason">;
      value: string | null;
      id?: boolean;
      note?: string | undefined;
      /** The value in words. */
      shown?: string;
      action?: ReactNode;
    }
);

function OpenSession({ id }: { id: string | null }) {
  const { view, openTimeline } = useLogView();
  if (id === null || view.timeline === id) return null;
  return (
    <IconButton size="small" label="Open this session" onClick={() => openTimeline(id)}>
      <ListTree aria-hidden />
    </IconButton>
  );
}

function agentWords({ agent, agent_version: version }: Generation): string {
  return [agent && agentName(agent), version].filter(Boolean).join(" ");
}

function Fact(props: FactProps) {
  const { narrow } = useLogView();
  if (props.field === undefined) {
    return (
      <>
        <dt>{props.name}</dt>
        <dd className="min-w-0 break-words">{props.children}</dd>
      </>
    );
  }
  const { name, field, value, id = false, note, shown = value, action } = props;
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        {note && <bdi className="truncate">{note}</bdi>}
        {id ? <IdPill id={value} label={name.toLowerCase()} /> : <span className="truncate">{shown}</span>}
        <IconButton
          size="small"
          label={`Filter by this ${name.toLowerCase()}`}
          onClick={() => narrow({ [field]: value })}
        >
          <ListFilter aria-hidden />
        </IconButton>
        {action}
      </dd>
    </>
  );
}
