import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Time } from "#components/ui/display/time.tsx";
import type { Credential } from "./credential-status.tsx";

/** More facts about a provider key. */
export function CredentialFacts({ credential }: { credential: Credential }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 border-t pt-4 text-sm [&_dt]:text-muted">
      <dt>ID</dt>
      <dd>
        <IdPill id={credential.id} label="credential ID" />
      </dd>
      <dt>Provider</dt>
      <dd>{credential.provider}</dd>
      <dt>Applies to</dt>
      <dd>{credential.workspace_id === null ? "all workspaces" : "this workspace"}</dd>
      <dt>Key set</dt>
      <dd>
        <Time value={credential.key_set_at} format="absolute" />
      </dd>
      <dt>Last successful test</dt>
      <dd>
        <Time value={credential.tested_at} unknown="never" />
      </dd>
      <dt>Created</dt>
      <dd>
        <Time value={credential.created_at} format="absolute" />
      </dd>
      <dt>Changed</dt>
      <dd>
        <Time value={credential.updated_at} format="absolute" unknown="never" />
      </dd>
    </dl>
  );
}
