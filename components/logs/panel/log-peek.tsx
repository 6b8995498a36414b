"use client";

import { useQuery } from "@tanstack/react-query";
import { SquareTerminal } from "lucide-react";
import { lazy, Suspense } from "react";
import { Waterfall, type WaterfallStep } from "#components/charts/waterfall.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { createCredential } from "#lib/contract/byok.ts";
import { getGeneration } from "#lib/contract/generations.ts";
import { modeOfCall, playgroundPath } from "#lib/playground-modes.ts";
import { useLogView } from "../use-log-view.ts";
import { AttemptErrors } from "./attempt-errors.tsx";
import { CopyCurl } from "./copy-curl.tsx";
import type { Generation } from "./generation.ts";
import { LogCost } from "./log-cost.tsx";
import { LogFacts } from "./log-facts.tsx";
import { LogFindings } from "./log-findings.tsx";
import { LogRejection } from "./log-rejection.tsx";
import { LogRequest } from "./log-request.tsx";
import { LogRouting } from "./log-routing.tsx";
import { toolSteps } from "./tool-steps.ts";

// Lazy, because few users look at a request's content, which has to be fetched anyway.
const LogContent = lazy(() => import("./log-content.tsx").then((module) => ({ default: module.LogContent })));

/** One request next to the list: what happened, its cost and why. */
export function LogPeek({ open }: { open: boolean }) {
  const { view, peek } = useLogView();
  const id = view.peek;
  return (
    <Sheet
      modal={false}
      open={open}
      onOpenChange={(open) => !open && peek(null)}
      title="Request details"
      actions={id && <CopyButton text={() => linkTo(id)} label="Copy link to this request" />}
    >
      {id && <Peeked id={id} />}
    </Sheet>
  );
}

/** Without the list's filters and range, in which others may not find the request. */
function linkTo(id: string): string {
  return `${location.origin}${location.pathname}?peek=${encodeURIComponent(id)}`;
}

function Peeked({ id }: { id: string }) {
  const result = useQuery(query(getGeneration, { query: { id } }));
  const { data, error } = result;
  if (error?.status === 404) {
    return <ErrorState title="Request not found in this workspace" status={404} requestId={error.requestId} />;
  }
  if (error && !data) {
    return <ApiErrorState title="The request could not be loaded" result={result} />;
  }
  if (!data) return <PeekSkeleton />;
  return <Call call={data.data} />;
}

const TABS = [
  { value: "summary", label: "Summary" },
  { value: "content", label: "Input and output" },
] as const;

function Call({ call }: { call: Generation }) {
  const { view, show } = useLogView();
  return (
    <>
      <Tabs label="Request sections" tabs={TABS} value={view.part} onValueChange={show}>
        <TabPanel value="summary" className="flex flex-col gap-4">
          <Summary call={call} />
        </TabPanel>
        <TabPanel value="content">
          <Suspense fallback={<ContentSkeleton />}>
            <LogContent call={call} />
          </Suspense>
        </TabPanel>
      </Tabs>
      <AskAgain call={call} />
    </>
  );
}

function Summary({ call }: { call: Generation }) {
  return (
    <>
      {call.error && (
        <p className="whitespace-pre-wrap break-words rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
          {call.error}
        </p>
      )}
      {call.rejection && <LogRejection rejection={call.rejection} />}
      {call.status === 402 && (
        <Link href="/org/credits" className="self-start text-accent-ink text-sm underline">
          Credits and budgets
        </Link>
      )}
      {call.status >= 500 && call.provider_responses.some(({ status }) => status === 401) && <ProviderKeysLink />}
      {call.steps.length > 0 && (
        <Waterfall title="Steps with server tools" totalMs={call.generation_time ?? 0} steps={toolSteps(call)} />
      )}
      {showsAttempts(call) && <Waterfall title="Attempts" totalMs={call.generation_time ?? 0} steps={stepsOf(call)} />}
      <AttemptErrors attempts={call.provider_responses} />
      <LogFindings call={call} />
      {call.routing && <LogRouting routing={call.routing} />}
      <LogRequest call={call} />
      {!call.rejection && <LogCost call={call} />}
      <LogFacts call={call} />
    </>
  );
}

/** A link to the provider keys, for users who may change them, shown after a provider rejected the key. */
function ProviderKeysLink() {
  const { slug } = useShell().currentWorkspace;
  const may = usePermission(createCredential);
  if (!may) return null;
  return (
    <Link href={`/w/${slug}/byok`} className="self-start text-accent-ink text-sm underline">
      Provider keys
    </Link>
  );
}

function AskAgain({ call }: { call: Generation }) {
  const { slug } = useShell().currentWorkspace;
  const mode = modeOfCall(call.api_type ?? "completions");
  if (!mode) return <CopyCurl call={call} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button asChild>
        <Link href={`${playgroundPath(slug, mode.id)}?${playgroundQuery(call)}`}>
          <SquareTerminal aria-hidden />
          Open in playground
        </Link>
      </Button>
      <CopyCurl call={call} />
      <span className="text-muted text-xs">
        {opensWhole(call)
          ? "Opens the conversation with its settings. Nothing is sent until you send the last prompt."
          : mode.id === "text"
            ? "Opens the same model and dialect. The prompt is not stored."
            : "Opens the same model without the input."}
      </span>
    </div>
  );
}

/**
 * A request that a guardrail blocked before any provider has no stored content, and only conversations can be replayed.
 */
function opensWhole({ content, provider_name: provider, dialect }: Generation): boolean {
  return content.kept && provider !== null && dialect !== null;
}

/** Returns the ledger's facts about a request as a query, with a reference to its content. */
function playgroundQuery(call: Generation): URLSearchParams {
  const { id, requested_model, dialect } = call;
  return new URLSearchParams({
    model: requested_model,
    ...(dialect === "messages" && { dialect }),
    ...(opensWhole(call) && { call: id }),
  });
}

function ContentSkeleton() {
  return (
    <Loading label="input and output" className="flex flex-col gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-32 w-full" />
    </Loading>
  );
}

function PeekSkeleton() {
  return (
    <Loading label="request" className="flex flex-col gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}

/** Each step is an attempt too: a second table says more only if one of them failed. */
function showsAttempts({ steps, provider_responses: attempts }: Generation): boolean {
  return (steps.length === 0 && attempts.length > 0) || attempts.some(isFailed);
}

function isFailed({ status, error, canceled }: Generation["provider_responses"][number]): boolean {
  return !canceled && (error !== null || (status ?? 0) >= 400);
}

/** Returns the wait before the first attempt, and the attempts one after another, or next to each other if hedged. */
function stepsOf(call: Generation): WaterfallStep[] {
  const steps: WaterfallStep[] = [];
  let endMs = call.queue_time;
  if (endMs > 0) steps.push({ label: "Before the first attempt", startMs: 0, durationMs: endMs, outcome: "wait" });
  for (const [index, attempt] of call.provider_responses.entries()) {
    const isLast = index === call.provider_responses.length - 1;
    const failed = isFailed(attempt);
    const startMs = attempt.started ?? endMs;
    // An attempt's own time ends with its first response; the last one's stream continues to the end of the request.
    const durationMs =
      isLast && !failed && !attempt.canceled ? Math.max(0, (call.generation_time ?? 0) - startMs) : attempt.latency;
    const firstTokenMs = isLast && call.latency !== null ? call.latency - startMs : undefined;
    steps.push({
      label: `${attempt.provider_name}, attempt ${index + 1}`,
      startMs,
      durationMs,
      outcome: failed ? "failed" : attempt.canceled ? "wait" : "ok",
      ...(attempt.canceled && { detail: "Canceled: another candidate responded first" }),
      ...(failed && { detail: [attempt.status, attempt.error].filter(Boolean).join(", ") }),
      ...(firstTokenMs !== undefined && firstTokenMs >= 0 && { firstTokenMs }),
    });
    endMs = startMs + attempt.latency;
  }
  return steps;
}
