import { diffArrays } from "diff";
import { cn } from "#lib/cn.ts";
import type { Tool } from "../mcp-view.ts";

/** A tool's own description; for a changed tool, the approved version next to the new one. */
export function ToolDefinition({ tool: { name, status, listed, pinned } }: { tool: Tool }) {
  const shown = listed ?? pinned;
  if (status === "changed" && listed && pinned) {
    return <Changes name={name} before={linesOf(pinned)} after={linesOf(listed)} />;
  }
  return (
    <>
      {shown?.description && <p className="whitespace-pre-wrap break-words text-sm">{shown.description}</p>}
      {shown && (
        <details className="text-xs">
          <summary className="text-muted">Arguments of {name}</summary>
          <pre className="mt-1 whitespace-pre-wrap break-words rounded-md bg-well p-2 font-mono">
            {JSON.stringify(shown.input_schema, null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}

type Definition = NonNullable<Tool["listed"]>;

/** Everything that a review approves. */
function linesOf({ title, description, input_schema: schema }: Definition): string[] {
  return [
    ...(title ? [`Title: ${title}`] : []),
    ...description.split("\n"),
    ...JSON.stringify(schema, null, 2).split("\n"),
  ];
}

const SIGNS = { added: "+", removed: "−", same: " " } as const;
const LOOKS = { added: "bg-ok-soft", removed: "bg-bad-soft", same: undefined };

type Line = { id: string; text: string; kind: keyof typeof SIGNS };

/** Returns all lines, each marked as added, removed or unchanged. */
function changesOf(before: string[], after: string[]): Line[] {
  const parts = diffArrays(before, after).map(({ value, added, removed }) => {
    const kind = added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const);
    return value.map((text) => ({ text, kind }));
  });
  return parts.flat().map((line, at) => ({ ...line, id: `line ${at}` }));
}

function Changes({ name, before, after }: { name: string; before: string[]; after: string[] }) {
  return (
    <section aria-label={`Changes to ${name}`} className="rounded-md border font-mono text-xs">
      {changesOf(before, after).map(({ id, text, kind }) => (
        <div key={id} className={cn("flex gap-2 px-2 py-0.5", LOOKS[kind])}>
          <span className="select-none" aria-hidden>
            {SIGNS[kind]}
          </span>
          <span className="min-w-0 whitespace-pre-wrap break-words">
            {kind !== "same" && <span className="sr-only">{kind}: </span>}
            {text}
          </span>
        </div>
      ))}
    </section>
  );
}
