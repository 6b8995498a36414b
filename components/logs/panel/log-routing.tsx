import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { StatusChip, type Tone } from "#components/ui/feedback/status-chip.tsx";
import { formatUsd } from "#lib/format.ts";
import type { Generation } from "./generation.ts";

type Candidate = NonNullable<Generation["routing"]>["candidates"][number];

const SORTS = {
  price: "by price",
  latency: "by latency",
  throughput: "by throughput",
  exacto: "by fewest failures",
} as const;

const LOOKS: Record<Candidate["outcome"], { tone: Tone; word: string }> = {
  served: { tone: "ok", word: "served" },
  failed: { tone: "bad", word: "failed" },
  canceled: { tone: "neutral", word: "canceled" },
  not_tried: { tone: "neutral", word: "not tried" },
  passed_over: { tone: "neutral", word: "passed over" },
};

/** Why each candidate of a request was chosen or passed over, one sentence each. */
export function LogRouting({ routing }: { routing: NonNullable<Generation["routing"]> }) {
  const { slug } = useShell().currentWorkspace;
  const placed = routing.candidates.filter(({ position }) => position !== null);
  const passed = routing.candidates.filter(({ position }) => position === null);
  return (
    <section aria-label="Routing" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">
        Routing
        {placed.length > 1 && (
          <span className="font-normal text-muted">
            , {routing.sort ? SORTS[routing.sort] : "by price weighted with recent failures"}
          </span>
        )}
      </h3>
      {routing.cache && (
        <p className="text-sm">
          Served from the response cache. The original response was{" "}
          <Link
            href={`/w/${slug}/logs?peek=${encodeURIComponent(routing.cache.generation_id)}`}
            className="break-all text-accent-ink underline"
          >
            {routing.cache.generation_id}
          </Link>
          ; this one saved {formatUsd(routing.cache.saved)}.
        </p>
      )}
      {routing.canary && (
        <p className="text-sm">
          {routing.canary.alias} sent it to {routing.canary.target === "canary" ? "its canary" : "a stable target"}.
        </p>
      )}
      {routing.hedge && <Hedged hedge={routing.hedge} />}
      <ol className="flex flex-col">
        {placed.map((candidate) => (
          <Item key={`${candidate.endpoint_id} ${candidate.credential_id}`} candidate={candidate} />
        ))}
      </ol>
      {passed.length > 0 && (
        <details className="border-t pt-2 text-xs">
          <summary className="font-medium text-sm">Passed over: {passed.length}</summary>
          <ul className="mt-1 flex flex-col">
            {passed.map((candidate) => (
              <Item
                key={`${candidate.endpoint_id} ${candidate.credential_id} ${candidate.reason}`}
                candidate={candidate}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** What a requested hedge did; the canceled request links to its panel. */
function Hedged({ hedge }: { hedge: NonNullable<NonNullable<Generation["routing"]>["hedge"]> }) {
  const { slug } = useShell().currentWorkspace;
  const { explanation, canceled_generation_id: id, canceled_cost: cost } = hedge;
  return (
    <p className="text-sm">
      {explanation}
      {id && (
        <>
          {" The canceled request is "}
          <Link href={`/w/${slug}/logs?peek=${encodeURIComponent(id)}`} className="break-all text-accent-ink underline">
            {id}
          </Link>
          ; it was charged {formatUsd(cost ?? 0)}.
        </>
      )}
    </p>
  );
}

function Item({ candidate }: { candidate: Candidate }) {
  const { tone, word } = LOOKS[candidate.outcome];
  return (
    <li className="flex flex-col gap-0.5 border-t py-1.5 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="break-all font-medium">{candidate.endpoint_id}</span>
        {candidate.position !== null && <StatusChip tone={tone}>{word}</StatusChip>}
      </span>
      <span className="text-muted text-xs">{candidate.explanation}</span>
    </li>
  );
}
