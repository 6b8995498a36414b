"use client";

import { CircleCheck, CircleGauge, OctagonAlert, TriangleAlert } from "lucide-react";
import { Link } from "#components/ui/display/link.tsx";
import { cn } from "#lib/cn.ts";
import type { Concern } from "./concern.ts";
import { useConcerns } from "./use-concerns.ts";

const LOOKS = {
  bad: { Icon: OctagonAlert, look: "text-bad" },
  limit: { Icon: CircleGauge, look: "text-limit" },
  warn: { Icon: TriangleAlert, look: "text-warn" },
} as const;

/** What failed in the last hour or is down now, each with a link to it. */
export function StatusStrip() {
  const concerns = useConcerns();
  return (
    <section aria-label="Status" className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1 border-y px-1 text-sm">
      {concerns && <span className="text-muted">Last hour</span>}
      {concerns?.length === 0 && (
        <span className="flex items-center gap-1.5">
          <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden />
          No problems
        </span>
      )}
      {concerns?.map((concern) => (
        <ConcernLink key={concern.id} concern={concern} />
      ))}
    </section>
  );
}

function ConcernLink({ concern: { tone, text, href } }: { concern: Concern }) {
  const { Icon, look } = LOOKS[tone];
  return (
    <Link
      href={href}
      className={cn("flex items-center gap-1.5 py-1 font-medium hover:underline pointer-coarse:min-h-11", look)}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {text}
    </Link>
  );
}
