"use client";

import type { ReactNode } from "react";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import { Money } from "#components/ui/display/money.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { agentOf, cachedShare, failureWords, senderOf } from "./session-words.ts";
import type { Session } from "./use-sessions.ts";

/** Who ran a session, with what, and its sums. */
export function SessionFacts({ session }: { session: Session }) {
  const nameOfPerson = usePersonNames(session.user_id !== null);
  const { key, person } = senderOf(session, nameOfPerson);
  const agent = agentOf(session);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y py-3 text-sm">
      {agent && <Fact name="Agent">{agent}</Fact>}
      <Fact name="Sent by">
        {person && <>{person}, </>}
        <bdi>{key}</bdi>
      </Fact>
      {session.repository && <Fact name="Repository">{session.repository}</Fact>}
      {session.models.length > 0 && <Fact name="Models">{session.models.join(", ")}</Fact>}
      <Fact name="Started">
        <Time value={session.started_at} format="absolute" />
      </Fact>
      <Fact name="Duration">{formatDuration(session.duration)}</Fact>
      <Fact name="Turns">{formatCount(session.requests)}</Fact>
      <Fact name="Tool calls">{formatCount(session.tool_calls)}</Fact>
      <Fact name="Tokens in / out">
        {formatCompact(session.tokens_prompt)} / {formatCompact(session.tokens_completion)}
      </Fact>
      <Fact name="Cached">{cachedShare(session)}</Fact>
      <Fact name="Cost">
        <Money nanoUsd={session.cost_nano_usd} />
      </Fact>
      <Fact name="Errors">{failureWords(session) ?? "None"}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
