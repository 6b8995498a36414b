"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link } from "#components/ui/display/link.tsx";
import { query } from "#lib/api/query.ts";
import { listKeys } from "#lib/contract/keys.ts";
import { formatCount } from "#lib/format.ts";
import { useKeyPath } from "../use-key-path.ts";

const SHOWN = 5;

/** Names the workspace's keys that were reported as leaked and need a decision. */
export function LeakedKeys() {
  const pathOf = useKeyPath();
  const { data } = useQuery(query(listKeys, { query: { leaked: "true", limit: SHOWN } }));
  const { data: keys = [], total_count: total = 0 } = data ?? {};
  if (total === 0) return null;
  return (
    <div role="status" className="mb-4 flex items-start gap-2.5 rounded-md border border-bad/50 px-3 py-2.5 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <p className="min-w-0">
        <strong>{total === 1 ? "A key was" : `${formatCount(total)} keys were`} reported as leaked.</strong>{" "}
        {keys.map((key, index) => (
          <span key={key.hash}>
            {index > 0 && ", "}
            <Link href={pathOf(key)} className="break-words underline">
              {key.name}
            </Link>
          </span>
        ))}
        {total > keys.length && " and more"}
      </p>
    </div>
  );
}
