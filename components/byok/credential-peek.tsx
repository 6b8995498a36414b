"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { query } from "#lib/api/query.ts";
import { getCredential } from "#lib/contract/byok.ts";
import { CredentialFacts } from "./credential-facts.tsx";
import { CredentialHealth } from "./credential-health.tsx";
import { CredentialUsage } from "./credential-usage.tsx";
import { useCredentialView } from "./credential-view.ts";
import { CredentialSettings } from "./editor/credential-settings.tsx";
import { LiveModels } from "./pools/live-models.tsx";

const LOOK_MS = 10_000;

/** One provider key next to the list: its health, usage and settings. */
export function CredentialPeek({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view } = useCredentialView();
  return (
    <Sheet modal={false} open={open} onOpenChange={(next) => !next && onClose()} title="Provider key">
      {view.peek && <CredentialDetails id={view.peek} />}
    </Sheet>
  );
}

function CredentialDetails({ id }: { id: string }) {
  const result = useQuery({
    ...query(getCredential, { params: { id } }),
    refetchInterval: LOOK_MS,
  });
  const { data, error } = result;
  if (error && !data) {
    return (
      <ApiErrorState title="The provider key could not be loaded" missing="Provider key not found" result={result} />
    );
  }
  if (!data) return <PeekSkeleton />;
  const credential = data.data;
  return (
    <>
      <CredentialHealth credential={credential} />
      <LiveModels id={credential.id} />
      <CredentialUsage credential={credential} />
      <CredentialSettings key={credential.id} credential={credential} />
      <CredentialFacts credential={credential} />
    </>
  );
}

function PeekSkeleton() {
  return (
    <Loading label="provider key" className="flex flex-col gap-4">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </Loading>
  );
}
