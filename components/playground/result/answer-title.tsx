"use client";

import type { Answer } from "./answer.ts";

type TitledAnswer = Pick<Answer, "model" | "servedModel" | "routing">;

/** The requested model and, if different, the one that responded: a fallback, or the provider's own name. */
export function AnswerTitle({ answer }: { answer: TitledAnswer }) {
  const served = servedBy(answer);
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs">
      <span className="min-w-0 break-words font-medium font-mono">{answer.model}</span>
      {served && <span className="min-w-0 break-words text-muted">{served}</span>}
    </p>
  );
}

function servedBy({ model, servedModel, routing }: TitledAnswer): string {
  const provider = routing?.attempts.findLast(({ status }) => status === 200)?.provider;
  const name = servedModel && servedModel !== model && !model.endsWith(`/${servedModel}`) ? servedModel : "";
  return [name && `as ${name}`, provider && `by ${nameIn(routing?.summary) ?? provider}`].filter(Boolean).join(" ");
}

/** Returns the provider's name from the gateway's routing summary: "m by OpenAI after 1 failed". */
function nameIn(summary: string | undefined): string | undefined {
  return /^\S+ by (.+?)(?: after \d+ failed)?$/.exec(summary ?? "")?.[1];
}
