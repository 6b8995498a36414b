import type { ReactNode } from "react";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { operationMarkdown } from "#lib/docs/markdown.ts";
import { samplesOf } from "#lib/docs/operation-samples.ts";
import type { Operation } from "#lib/docs/reference.ts";
import { CopyMarkdown } from "./copy-markdown.tsx";
import { Description } from "./description.tsx";
import { FieldList } from "./field-list.tsx";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";
import { trialOf } from "./try-it/trial.ts";
import { TryIt } from "./try-it/try-it.tsx";

const BASE_URL = `${ORIGIN}/api/v1`;

/** One endpoint: its request and response on the left, sample code on the right. */
export function OperationPage({ operation }: { operation: Operation }) {
  const { method, path, summary, description, deprecated, isPublic, parameters, body, success } = operation;
  const lead = [description, isPublic && "No API key required."].filter(Boolean).join(" ");
  const trial = trialOf(operation);
  return (
    <>
      <PageHeader
        title={summary}
        status={deprecated && <Badge className="border-warn/50 text-warn">deprecated</Badge>}
        id={
          <code className="min-w-0 break-all rounded-sm bg-well px-1.5 py-0.5 text-xs">
            {method} {path}
          </code>
        }
        description={lead && <Description text={lead} />}
        action={<CopyMarkdown text={operationMarkdown(operation, BASE_URL)} />}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-7 max-xl:order-last">
          <Section title="Path parameters" show={parameters.path.length > 0}>
            <FieldList anchor="path" fields={parameters.path} />
          </Section>
          <Section title="Query parameters" show={parameters.query.length > 0}>
            <FieldList anchor="query" fields={parameters.query} />
          </Section>
          <Section title="Request body" show={body.length > 0}>
            <FieldList anchor="body" fields={body} />
          </Section>
          <Section title={`Response ${success?.status}`} show={success !== undefined}>
            <p className="pb-2 text-muted text-sm">{success?.media.join(", ")}</p>
            <FieldList anchor="answer" fields={success?.fields ?? []} />
          </Section>
          <Errors operation={operation} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto">
          <OriginCode label="Example" samples={samplesOf(operation, BASE_URL)} />
          {trial && <TryIt key={operation.id} trial={trial} />}
        </div>
      </div>
    </>
  );
}

function Section({ title, show, children }: { title: string; show: boolean; children: ReactNode }) {
  if (!show) return null;
  const id = title.split(" ")[0]?.toLowerCase();
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="pb-2 font-medium text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Errors({ operation }: { operation: Operation }) {
  return (
    <Section title="Errors" show={operation.errors.length > 0}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm">
        {operation.errors.map(({ status, meaning }) => (
          <div key={status} className="col-span-2 grid grid-cols-subgrid border-t py-1.5">
            <dt className="font-mono">{status}</dt>
            <dd>
              <Description text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
