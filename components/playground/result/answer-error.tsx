"use client";

import { CircleX, RotateCw } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { createCredential } from "#lib/contract/byok.ts";
import { getGuardrail } from "#lib/contract/guardrails.ts";
import type { AnswerError as Failure } from "./answer.ts";
import { useSecondsUntil } from "./use-elapsed.ts";

type AnswerErrorProps = {
  error: Failure;
  /** Whether part of the response arrived before the failure. */
  partial: boolean;
  onRetry: () => void;
  onModel: (model: string) => void;
};

/** Why a response failed, below its partial result, with possible actions. */
export function AnswerError({ error, partial, onRetry, onModel }: AnswerErrorProps) {
  const seconds = useSecondsUntil(error.retryAtMs);
  return (
    <div className="flex flex-col items-start gap-2 border-l-2 border-l-bad py-0.5 pl-3.5">
      <p className="flex items-center gap-2 font-medium text-bad text-sm">
        <CircleX className="size-4 shrink-0" aria-hidden />
        {titleOf(error, partial)}
      </p>
      <p className="whitespace-pre-wrap break-words text-sm">{error.message}</p>
      {error.suggestions && (
        <div className="flex flex-wrap items-center gap-1.5">
          {error.suggestions.map((model) => (
            <Button key={model} size="small" onClick={() => onModel(model)} className="font-mono">
              {model}
            </Button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 text-muted text-xs">
        <Button size="small" onClick={onRetry} disabled={seconds > 0}>
          <RotateCw aria-hidden />
          {seconds > 0 ? `Retry in ${seconds} s` : "Retry"}
        </Button>
        {error.status === 402 && (
          <Link href="/org/credits" className="text-accent-ink underline">
            Credits and budgets
          </Link>
        )}
        {error.guardrailId && <GuardrailLink id={error.guardrailId} />}
        {error.isProviderKey && <ProviderKeysLink />}
        {error.status !== null && error.status > 0 && <span className="font-mono">HTTP {error.status}</span>}
        {error.requestId && <IdPill id={error.requestId} label="request ID" />}
      </div>
    </div>
  );
}

/** A link to the guardrail that blocked it, for users who may see it. */
function GuardrailLink({ id }: { id: string }) {
  const { slug } = useShell().currentWorkspace;
  const may = usePermission(getGuardrail);
  if (!may) return null;
  return (
    <Link href={`/w/${slug}/guardrails/${id}`} className="text-accent-ink underline">
      View guardrail rules
    </Link>
  );
}

/** A link to the provider keys, for users who may change them. */
function ProviderKeysLink() {
  const { slug } = useShell().currentWorkspace;
  const may = usePermission(createCredential);
  if (!may) return null;
  return (
    <Link href={`/w/${slug}/byok`} className="text-accent-ink underline">
      Provider keys
    </Link>
  );
}

const TITLES: Record<number, string> = {
  0: "No response from the gateway",
  400: "The request was rejected",
  401: "Your session has ended",
  402: "A spending limit is reached",
  403: "Not allowed",
  404: "Model not found",
  413: "The request is too large",
  429: "Too many requests",
  502: "The provider failed",
  503: "No provider is available",
  524: "The provider took too long",
  529: "The provider is overloaded",
};

function titleOf({ status, guardrailId, isProviderKey }: Failure, partial: boolean): string {
  if (isProviderKey) return "The provider key did not work";
  if (guardrailId) return partial ? "A guardrail stopped the response" : "A guardrail blocked it";
  if (partial) return "The response was cut off";
  return (status === null ? undefined : TITLES[status]) ?? "The request failed";
}
