"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listCredentials } from "#lib/contract/byok.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { formatCount } from "#lib/format.ts";
import type { Workspace } from "./workspace.ts";

/** Counts what is deleted with a workspace and what is kept. */
export function DeleteFacts({ workspace }: { workspace: Workspace }) {
  const ref = workspace.id;
  const members = useQuery(query(listWorkspaceMembers, { params: { ref }, query: { limit: 1 } }));
  const keys = useQuery(query(listKeys, { query: { workspace_id: ref, limit: 1 } }));
  const credentials = useQuery(queryAll(listCredentials, { query: { workspace_id: ref } }));
  const guardrails = useQuery(query(listGuardrails, { query: { workspace_id: ref, limit: 1 } }));
  const counts = [
    { what: "Members", count: members.data?.total_count },
    { what: "Keys, disabled or expired", count: keys.data?.total_count },
    // Keys of the whole organization are kept.
    { what: "Provider keys", count: credentials.data?.data.filter((one) => one.workspace_id === ref).length },
    { what: "Guardrails", count: guardrails.data?.total_count },
  ];
  return (
    <>
      <p>This immediately deletes its settings, its files and everything below, and cannot be undone:</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink [&_dt]:text-muted">
        {counts.map(({ what, count }) => (
          <div key={what} className="contents">
            <dt>{what}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p>Its requests and costs stay in the organization's totals, and its changes stay in the audit log.</p>
    </>
  );
}
