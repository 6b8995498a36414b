"use client";

import { SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { usePageTitle } from "#components/ui/hooks/use-page-title.ts";
import { playgroundPath } from "#lib/playground-modes.ts";
import type { Model } from "./model-filters.ts";
import { RetirementNotice } from "./retirement-notice.tsx";
import { useTryMode } from "./use-try-mode.ts";

/** Name, availability, id and description of a model, and a button to try it. */
export function ModelHeader({ model, parent }: { model: Model; parent: ReactNode }) {
  const { slug } = useShell().currentWorkspace;
  const mode = useTryMode(model);
  usePageTitle(model.name);
  return (
    <PageHeader
      parent={parent}
      title={model.name}
      status={
        model.available ? (
          <StatusChip tone="ok">Available</StatusChip>
        ) : (
          <StatusChip tone="neutral" title="None of its providers has a key on this gateway.">
            No provider key
          </StatusChip>
        )
      }
      id={<IdPill id={model.id} label="model ID" ends={24} />}
      description={
        <>
          {model.description}
          {model.expiration_date && <RetirementNotice model={model} date={model.expiration_date} />}
        </>
      }
      action={
        mode && (
          <Button asChild variant="filled">
            <Link href={`${playgroundPath(slug, mode.id)}?model=${encodeURIComponent(model.id)}`}>
              <SquareTerminal aria-hidden />
              Try in playground
            </Link>
          </Button>
        )
      }
    />
  );
}
