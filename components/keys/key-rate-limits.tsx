"use client";

import { useQuery } from "@tanstack/react-query";
import { RateMeter } from "#components/charts/rates/rate-meter.tsx";
import { limitWords, type RateLimit, type SubjectUse } from "#components/charts/rates/rate-words.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { getRateLimitUse, listRateLimits } from "#lib/contract/rate-limits.ts";
import type { Key } from "./key-status.tsx";

/** The rate limits that apply to a key, with its share of them; nothing if there are none. */
export function KeyRateLimits({ record }: { record: Key }) {
  const { id: workspace, slug } = useShell().currentWorkspace;
  const { data } = useQuery(queryAll(listRateLimits, { workspace }));
  const rules = rulesOf(record, data?.data ?? []);
  if (rules.length === 0) return null;
  return (
    <Panel
      title="Rate limits"
      actions={
        <Link
          href={`/w/${slug}/logs?range=24h&reason=rate_limit&key=${record.hash}`}
          className="inline-flex items-center text-accent-ink text-sm underline pointer-coarse:min-h-11"
        >
          Rejected requests
        </Link>
      }
    >
      <ul className="flex flex-col gap-4">
        {rules.map((rule) => (
          <li key={rule.id} className="flex max-w-100 flex-col gap-1.5">
            <p className="text-sm">
              {rule.name} <span className="text-muted text-xs">{sharersOf(rule)}</span>
            </p>
            <Uses rule={rule} record={record} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Without usage of its own, shows the limits in words: none is used, or the usage is unknown. */
function Uses({ rule, record }: { rule: RateLimit; record: Key }) {
  const { id: workspace } = useShell().currentWorkspace;
  const { data } = useQuery(query(getRateLimitUse, { params: { id: rule.id }, workspace }));
  const use = ownUse(record, rule, data?.data ?? []);
  if (!use) return <p className="text-muted text-xs">{limitWords(rule).join(", ") || `${rule.priority} priority`}</p>;
  return use.uses.map((one) => <RateMeter key={one.field} owner={rule.name} use={one} />);
}

const SHARERS = { workspace: "shared by the workspace", key: "", member: "shared by the keys of its creator" };

function sharersOf({ subject, model }: RateLimit): string {
  return [SHARERS[subject], model].filter(Boolean).join(", ");
}

/** A rule for this key or its creator replaces those for each of them that limit the same model. */
function rulesOf({ hash, creator_user_id: creator }: Key, rules: readonly RateLimit[]): RateLimit[] {
  const isOwn = ({ key_hash, user_id }: RateLimit) => key_hash === hash || (user_id !== null && user_id === creator);
  const applying = rules.filter((rule) => {
    if (rule.subject === "key") return rule.key_hash === null || rule.key_hash === hash;
    if (rule.subject === "member") return creator !== null && (rule.user_id === null || rule.user_id === creator);
    return true;
  });
  return applying.filter(
    (rule) =>
      rule.subject === "workspace" ||
      isOwn(rule) ||
      !applying.some((other) => isOwn(other) && other.subject === rule.subject && other.model === rule.model),
  );
}

function ownUse(key: Key, { workspace_id: workspace }: RateLimit, subjects: readonly SubjectUse[]) {
  return subjects.find(({ subject_id: id }) => [key.hash, key.creator_user_id, workspace].includes(id));
}
