import { Money } from "#components/ui/display/money.tsx";
import type { Credential } from "./credential-status.tsx";

const PERIODS = [
  { label: "Today", usage: "usage_daily" },
  { label: "This week", usage: "usage_weekly" },
  { label: "This month", usage: "usage_monthly" },
  { label: "All time", usage: "usage" },
] as const;

/** What the provider charged for requests through a provider key. */
export function CredentialUsage({ credential }: { credential: Credential }) {
  return (
    <section aria-label="Spend" className="flex flex-col gap-2 border-t pt-4">
      <h3 className="font-medium text-sm">
        Spend <span className="font-normal text-muted text-xs">USD, billed by the provider, UTC days</span>
      </h3>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {PERIODS.map(({ label, usage }) => (
          <div key={usage} className="flex flex-col">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="text-lg">
              <Money usd={credential[usage]} total />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
