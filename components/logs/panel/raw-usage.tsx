import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { formatCount } from "#lib/format.ts";
import type { Generation } from "./generation.ts";

/** The upstream's own usage block, unchanged, and the units that were read from it. */
export function RawUsage({ proof }: { proof: Generation["cost_proof"] }) {
  const units = Object.entries(proof.units).filter(([, count]) => count !== 0);
  return (
    <details className="border-t pt-2 text-xs">
      <summary className="font-medium text-sm">Usage as reported by the provider</summary>
      <div className="mt-2 flex flex-col gap-2">
        {proof.raw_usage === null || proof.raw_usage === undefined ? (
          <p className="text-muted">The provider reported no usage.</p>
        ) : (
          <CodeBlock label="Usage block" code={JSON.stringify(proof.raw_usage, null, 2)} />
        )}
        <p className="text-muted">
          Parsed as:{" "}
          {units.map(([unit, count]) => `${formatCount(count)} ${unit.replaceAll("_", " ")}`).join(", ") || "nothing"}.
          Service tier: {proof.service_tier ?? "default"}.
        </p>
      </div>
    </details>
  );
}
