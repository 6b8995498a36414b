"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";

/** Shown for an unknown model, with similar names. */
export function UnknownModel({ name, near }: { name: string; near: readonly string[] }) {
  const { slug } = useShell().currentWorkspace;
  const link = "font-mono text-accent-ink text-sm underline underline-offset-3";
  return (
    <div className="flex max-w-180 flex-col items-start gap-3 py-8">
      <p className="font-mono text-muted text-sm">404</p>
      <h1 className="break-all font-medium text-xl">Model {name} not found</h1>
      {near.length > 0 && (
        <>
          <p className="text-muted">Similar models:</p>
          <ul className="flex flex-col items-start gap-1">
            {near.map((id) => (
              <li key={id}>
                <Link href={`/w/${slug}/models/${id}`} className={link}>
                  {id}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link href={`/w/${slug}/models`} className="text-accent-ink text-sm underline underline-offset-3">
        All models
      </Link>
    </div>
  );
}
