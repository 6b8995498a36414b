"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { query } from "#lib/api/query.ts";
import { getGenerationContent } from "#lib/contract/generation-content.ts";
import { formatBytes } from "#lib/format.ts";
import { ContentNotStored } from "./content-not-stored.tsx";
import { type Content, type ShownTurn, turnsOf, withPositions } from "./content-turns.ts";
import type { Generation } from "./generation.ts";
import { LogResponse } from "./log-response.tsx";
import { LogText } from "./log-text.tsx";

/** What a request contained, or why that is not stored. */
export function LogContent({ call }: { call: Generation }) {
  return call.content.kept ? <Kept id={call.id} /> : <ContentNotStored call={call} />;
}

function Kept({ id }: { id: string }) {
  const result = useQuery(query(getGenerationContent, { query: { id } }));
  const { data, error } = result;
  if (error && !data) {
    const title = "Input and output could not be loaded";
    return <ApiErrorState title={title} result={result} />;
  }
  if (!data) {
    return (
      <Loading label="input and output" className="flex flex-col gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  return <Both content={data.data} />;
}

const FORMS = [
  { value: "turns", label: "Messages" },
  { value: "raw", label: "Raw" },
] as const;

function Both({ content }: { content: Content }) {
  const [form, setForm] = useState<(typeof FORMS)[number]["value"]>("turns");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl size="small" aria-label="View" options={FORMS} value={form} onValueChange={setForm} />
        <span className="text-muted text-xs">{formatBytes(content.size_bytes)} stored</span>
      </div>
      {form === "raw" ? (
        <Raw content={content} />
      ) : (
        <>
          <Input content={content} />
          <LogResponse content={content} />
        </>
      )}
    </div>
  );
}

function Raw({ content }: { content: Content }) {
  const { request, input, output, error } = content;
  return (
    <>
      <CodeBlock label="Request" code={JSON.stringify(request ?? input, null, 2)} />
      <CodeBlock label="Response" code={JSON.stringify({ ...output, error }, null, 2)} />
    </>
  );
}

function Input({ content }: { content: Content }) {
  return (
    <section aria-label="Input" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Input</h3>
      {content.input_withheld ? (
        <p className="text-muted text-sm">Withheld: content that a guardrail blocks is never stored.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {withPositions(turnsOf(content.input)).map(({ place, item }) => (
            <Turn key={place} turn={item} />
          ))}
        </ol>
      )}
      {content.input_cut && (
        <p className="text-warn text-xs">Too large to store in full: files and the longest texts are truncated.</p>
      )}
    </section>
  );
}

function Turn({ turn: { role, parts } }: { turn: ShownTurn }) {
  return (
    <li className="rounded-md border px-3 py-2">
      <p className="mb-1 text-muted text-xs">{role}</p>
      {withPositions(parts).map(({ place, item }) => (
        <LogText key={place} text={item.text} label={item.label} isCode={item.isCode} />
      ))}
    </li>
  );
}
