"use client";

import { Minus, Plus } from "lucide-react";
import { formatCount } from "#lib/format.ts";
import { type Difference, differencesOf } from "./differences.ts";
import type { AuditEntry } from "./use-audit-view.ts";

/** A change to a record, value by value. */
export function DifferenceTable({ entry }: { entry: AuditEntry }) {
  const { changed, sameCount } = differencesOf(entry.before, entry.after);
  if (changed.length === 0) {
    return <p className="text-muted text-sm">No values changed, or none were recorded.</p>;
  }
  return (
    <section aria-label="What changed" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{TITLES[kindOf(entry)]}</h3>
      <dl className="divide-y border-y text-xs">
        {changed.map((difference) => (
          <Line key={difference.path} difference={difference} />
        ))}
      </dl>
      {sameCount > 0 && <p className="text-muted text-xs">{formatCount(sameCount)} other values unchanged.</p>}
    </section>
  );
}

const TITLES = { made: "Initial values", removed: "Last values", changed: "What changed" } as const;

function kindOf({ before, after }: AuditEntry): keyof typeof TITLES {
  if (before === null) return "made";
  return after === null ? "removed" : "changed";
}

function Line({ difference: { path, before, after } }: { difference: Difference }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[minmax(8rem,2fr)_minmax(0,5fr)]">
      <dt className="break-words font-mono text-muted">{path || "value"}</dt>
      <dd className="flex min-w-0 flex-col gap-0.5 font-mono">
        {before !== undefined && <Value value={before} sign="before" />}
        {after !== undefined && <Value value={after} sign="after" />}
      </dd>
    </div>
  );
}

function Value({ value, sign }: { value: unknown; sign: "before" | "after" }) {
  const Icon = sign === "before" ? Minus : Plus;
  const Tag = sign === "before" ? "del" : "ins";
  return (
    <Tag
      className={`flex items-start gap-1.5 rounded-sm px-1.5 py-0.5 no-underline ${sign === "before" ? "bg-bad-soft text-bad" : "bg-ok-soft text-ok"}`}
    >
      <Icon className="mt-0.5 size-3 shrink-0" aria-hidden />
      <span className="sr-only">{sign}: </span>
      <span className="min-w-0 whitespace-pre-wrap break-words">{JSON.stringify(value)}</span>
    </Tag>
  );
}
