"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import type { Alert } from "./alert-view.ts";

/** A link to the session that an alert is about, or to where its limit can be raised; nothing for other alerts. */
export function SubjectLink({ alert: { kind, numbers, subject } }: { alert: Alert }) {
  const { slug } = useShell().currentWorkspace;
  const limits: Record<string, readonly [path: string, label: string]> = {
    workspace: ["settings#budgets", "Show the workspace's budgets"],
    key: [`keys/${numbers.limit_id}`, "Show the API key"],
    member: ["budgets", "Show member caps"],
    shared: ["budgets", "Show shared budgets"],
  };
  const session = [`logs?list=sessions&timeline=${encodeURIComponent(subject)}`, "Show the session"] as const;
  const page = kind === "session_spend" ? session : limits[String(numbers.limit)];
  if (!page) return null;
  const [path, label] = page;
  return (
    <Link
      href={`/w/${slug}/${path}`}
      className="inline-flex w-fit items-center text-accent-ink text-sm underline pointer-coarse:min-h-11"
    >
      {label}
    </Link>
  );
}
