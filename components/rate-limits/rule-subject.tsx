"use client";

import { useQuery } from "@tanstack/react-query";
import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import { Link } from "#components/ui/display/link.tsx";
import { query } from "#lib/api/query.ts";
import { getKey } from "#lib/contract/keys.ts";

/** Whose requests a rule counts together, and of which model. */
export function RuleSubject({ rule }: { rule: RateLimit }) {
  return (
    <>
      <span className="block truncate">
        <Subject rule={rule} />
      </span>
      <span className="block truncate text-muted text-xs">{rule.model ?? "All models"}</span>
    </>
  );
}

function Subject({ rule }: { rule: RateLimit }) {
  const nameOf = usePersonNames(rule.user_id !== null);
  if (rule.key_hash !== null) return <NamedKey hash={rule.key_hash} workspace={rule.workspace_id} />;
  if (rule.user_id !== null) return `Member ${nameOf(rule.user_id)}`;
  return SUBJECTS[rule.subject];
}

const SUBJECTS = { workspace: "The whole workspace", key: "Each key", member: "Each member" };

function NamedKey({ hash, workspace }: { hash: string; workspace: string }) {
  const { slug } = useShell().currentWorkspace;
  const { data } = useQuery(query(getKey, { params: { hash }, workspace }));
  return (
    <>
      Key{" "}
      <Link href={`/w/${slug}/keys/${hash}`} className="text-accent-ink underline">
        {data?.data.name ?? hash.slice(0, 8)}
      </Link>
    </>
  );
}
