import type { z } from "zod";
import { Badge } from "#components/ui/feedback/badge.tsx";
import type { ConfigDrift } from "#lib/contract/config.ts";

type Change = z.output<typeof ConfigDrift>["changes"][number];

/** How a record differs from the document, by the action that would restore it. */
const STATES = { create: "deleted", update: "changed", delete: "not in the document" } as const;

/** A record that differs from the document, with its current values and those in the document. */
export function ConfigurationChange({ change: { action, kind, workspace, name, fields } }: { change: Change }) {
  const place = workspace && kind !== "workspace" ? ` in ${workspace}` : "";
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-words">
          {kind.replaceAll("_", " ")} {name}
          {place}
        </span>
        <Badge>{STATES[action]}</Badge>
      </p>
      {action === "update" && (
        <dl className="grid gap-x-4 gap-y-0.5 font-mono text-xs sm:grid-cols-[minmax(8rem,2fr)_minmax(0,5fr)]">
          {fields.map(({ field, before, after }) => (
            <FieldChange key={field} field={field} now={before} inDocument={after} />
          ))}
        </dl>
      )}
    </li>
  );
}

function FieldChange({ field, now, inDocument }: { field: string; now: unknown; inDocument: unknown }) {
  return (
    <>
      <dt className="break-words text-muted">{field}</dt>
      <dd className="min-w-0 break-words">
        {JSON.stringify(now)} <span className="text-muted">instead of</span> {JSON.stringify(inDocument)}
      </dd>
    </>
  );
}
