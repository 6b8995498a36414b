"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { listGuardrailVersions } from "#lib/contract/guardrails.ts";
import { listKeys } from "#lib/contract/keys.ts";
import type { Guardrail, GuardrailVersion } from "../guardrail.ts";
import { changesBetween } from "../guardrail-parts.ts";
import { ChangeList } from "./change-list.tsx";
import { fieldsOf, type GuardrailFields } from "./guardrail-fields.ts";
import { useNameOf } from "./use-assignees.ts";

type GuardrailHistoryProps = { record: Guardrail; onRestore: (fields: GuardrailFields) => void };

/** A guardrail's changes, with authors and times; any version can be restored. */
export function GuardrailHistory({ record, onRestore }: GuardrailHistoryProps) {
  const [page, setPage] = useState({ offset: 0, limit: 25 });
  // One more than shown, to compare the oldest one with.
  const result = useQuery(
    query(listGuardrailVersions, {
      params: { id: record.id },
      query: { offset: page.offset, limit: Math.min(100, page.limit + 1) },
    }),
  );
  const { data, error } = result;
  const author = useAuthor();
  if (error && !data) {
    return <ApiErrorState title="The history could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="the history" className="flex flex-col gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  return (
    <div className="flex max-w-220 flex-col gap-2">
      <ol className="divide-y border-b">
        {data.data.slice(0, page.limit).map((version, index) => (
          <Version
            key={version.version}
            version={version}
            older={data.data[index + 1]}
            author={author(version)}
            isCurrent={version.version === record.version}
            onRestore={() => onRestore(version.guardrail)}
          />
        ))}
      </ol>
      {data.total_count > page.limit && (
        <Pagination {...page} total={data.total_count} noun="versions" onChange={setPage} />
      )}
    </div>
  );
}

type VersionProps = {
  version: GuardrailVersion;
  older: GuardrailVersion | undefined;
  author: string;
  isCurrent: boolean;
  onRestore: () => void;
};

function Version({ version, older, author, isCurrent, onRestore }: VersionProps) {
  const changes = older && changesBetween(fieldsOf(older.guardrail), fieldsOf(version.guardrail));
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">Version {version.version}</span>
        {isCurrent && <Badge>current</Badge>}
        <span className="text-muted">
          by {author}, <Time value={version.created_at} />
        </span>
        {!isCurrent && (
          <Button size="small" className="ml-auto" onClick={onRestore}>
            Restore
            <span className="sr-only"> version {version.version}</span>
          </Button>
        )}
      </div>
      {changes?.length ? (
        <ChangeList label={`Changes in version ${version.version}`} changes={changes} />
      ) : (
        <p className="text-muted text-sm">{wordsOf(version, changes !== undefined)}</p>
      )}
    </li>
  );
}

function wordsOf({ version, changed }: GuardrailVersion, isCompared: boolean): string {
  if (version === 1) return "Created";
  return isCompared || changed.length === 0 ? "Saved without changes" : `Changed ${changed.join(", ")}`;
}

function useAuthor(): (version: GuardrailVersion) => string {
  const nameOf = useNameOf();
  const keys = useQuery(query(listKeys, { query: { kind: "management", limit: 100 } })).data?.data;
  return ({ author_user_id: user, author_key_hash: hash }) => {
    if (user) return nameOf(user);
    if (!hash) return "the gateway";
    return `key ${keys?.find((key) => key.hash === hash)?.name ?? `${hash.slice(0, 8)}…`}`;
  };
}
