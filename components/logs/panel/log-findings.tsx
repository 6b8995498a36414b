import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import type { Generation } from "./generation.ts";

const DONE = { block: "blocked", redact: "redacted", flag: "flagged" } as const;
const WOULD = { block: "would block", redact: "would redact", flag: "would flag" } as const;

/** What guardrails found in a request and its response, and what they could not read; nothing if there is neither. */
export function LogFindings({ call }: { call: Generation }) {
  const { slug } = useShell().currentWorkspace;
  const { guardrail_findings: findings, not_inspected: unread } = call;
  if (findings.length === 0 && unread.length === 0) return null;
  return (
    <section aria-label="Guardrails" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Guardrails</h3>
      <ul className="flex flex-col">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)} className="flex flex-col gap-0.5 border-t py-1.5 text-sm first:border-t-0">
            <span className="break-words">
              {finding.rule_name}: {finding.shadow ? WOULD[finding.action] : DONE[finding.action]}{" "}
              {finding.count > 1 && `${finding.count} times `}in the{" "}
              {finding.direction === "input" ? "request" : "response"}
            </span>
            <span className="text-muted text-xs">
              <Link
                href={`/w/${slug}/guardrails/${encodeURIComponent(finding.guardrail_id)}`}
                className="text-accent-ink underline"
              >
                {finding.guardrail_name}
              </Link>
              , from the {finding.guardrail_scope}
              {finding.shadow && ", in shadow mode"}
            </span>
          </li>
        ))}
      </ul>
      {unread.length > 0 && <p className="text-warn text-xs">Not inspected: {unread.join("; ")}.</p>}
    </section>
  );
}
