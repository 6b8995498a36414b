"use client";

import { useState } from "react";
import { RateMeter } from "#components/charts/rates/rate-meter.tsx";
import { limitWords, mostUsed, type RateLimit, type SubjectUse } from "#components/charts/rates/rate-words.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { formatCount } from "#lib/format.ts";
import { useRateUse } from "./use-rate-use.ts";

/** How many keys or members are shown at first. */
const SHOWN = 3;

/** A rule's limits and what counts now: of its one subject, or of those that use most. */
export function RateLimitUse({ rule }: { rule: RateLimit }) {
  const { data, error } = useRateUse(rule);
  const limits = limitWords(rule);
  if (limits.length === 0) return <span className="text-muted text-xs">No limit, only a priority</span>;
  if (!data) {
    return (
      <div className="flex max-w-80 flex-col gap-1 text-xs">
        <p>{limits.join(", ")}</p>
        {error ? <p className="text-muted">The usage could not be loaded: {error.message}</p> : <Skeleton />}
      </div>
    );
  }
  const isOfEach = rule.subject !== "workspace" && rule.key_hash === null && rule.user_id === null;
  if (isOfEach) return <UseOfEach rule={rule} subjects={data.data} limits={limits} />;
  const uses = data.data[0]?.uses ?? [];
  return (
    <div className="flex max-w-80 flex-col gap-2">
      {uses.map((use) => (
        <RateMeter key={use.field} owner={rule.name} use={use} />
      ))}
    </div>
  );
}

type UseOfEachProps = { rule: RateLimit; subjects: readonly SubjectUse[]; limits: readonly string[] };

function UseOfEach({ rule, subjects, limits }: UseOfEachProps) {
  const [isOpen, setOpen] = useState(false);
  const noun = rule.subject === "key" ? "keys" : "members";
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <p className="text-xs">{limits.join(", ")}</p>
      {subjects.length === 0 && <p className="text-muted text-xs">No current usage.</p>}
      {(isOpen ? subjects : subjects.slice(0, SHOWN)).map((subject) => (
        <SubjectMeter key={subject.subject_id} subject={subject} />
      ))}
      {subjects.length > SHOWN && (
        <Button size="small" className="self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show fewer" : `Show ${formatCount(subjects.length - SHOWN)} more ${noun}`}
        </Button>
      )}
    </div>
  );
}

/** The limit that a key or member is closest to. */
function SubjectMeter({ subject: { subject_name: name, uses } }: { subject: SubjectUse }) {
  const use = mostUsed(uses);
  if (!use) return null;
  return (
    <div className="border-l pl-2">
      <p className="truncate font-medium text-xs">{name}</p>
      <RateMeter owner={name} use={use} />
    </div>
  );
}
