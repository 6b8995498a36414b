"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getGuardrail } from "#lib/contract/guardrails.ts";
import { GuardrailEditor } from "./guardrail-editor.tsx";

/** One guardrail: its rules and limits, its assignees, and its history. */
export function GuardrailView() {
  if (usePermission(getGuardrail)) return <OpenView />;
  return (
    <NoAccessPage title="Guardrail" description="Content rules, limits and allowed models">
      Only owners and admins can see and change guardrails.
    </NoAccessPage>
  );
}

function OpenView() {
  const { id } = useParams<{ id: string }>();
  const { slug } = useShell().currentWorkspace;
  const result = useQuery(query(getGuardrail, { params: { id } }));
  const { data, error } = result;
  const back = (
    <Link href={`/w/${slug}/guardrails`} className="hover:underline">
      Guardrails
    </Link>
  );
  if (error && !data) {
    return (
      <>
        <PageHeader parent={back} title="Guardrail" />
        <ApiErrorState
          title="The guardrail could not be loaded"
          missing="Guardrail not found in this workspace"
          result={result}
        />
      </>
    );
  }
  if (!data) return <GuardrailSkeleton />;
  return <GuardrailEditor key={data.data.id} record={data.data} parent={back} />;
}

function GuardrailSkeleton() {
  return (
    <Loading label="the guardrail" className="flex flex-col gap-5">
      <Skeleton className="w-20" />
      <Skeleton className="h-6 w-72 max-w-full" />
      <Skeleton className="h-9 w-96 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
