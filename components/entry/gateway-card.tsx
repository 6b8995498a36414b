"use client";

import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { useOrigin } from "./use-location.ts";

const CALLS = [
  { path: "/responses", dialect: "OpenAI Responses" },
  { path: "/messages", dialect: "Anthropic Messages (SDK base URL without /v1)" },
  { path: "/chat/completions", dialect: "OpenAI chat" },
  { path: "/models", dialect: "Models and prices" },
] as const;

/** The gateway's addresses for programs, which need a key instead of a session. */
export function GatewayCard({ className }: { className: string }) {
  const origin = useOrigin() ?? "";
  return (
    <aside aria-labelledby="gateway-heading" className={className}>
      <div className="flex max-w-120 flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h2 id="gateway-heading" className="text-base">
            This gateway
          </h2>
          <p className="text-muted text-sm">
            Applications call it with an API key. Keep your SDK and change the base URL.
          </p>
        </div>
        <div className="flex items-center gap-2 border-y py-2">
          <span className="text-muted text-xs">Base URL</span>
          <code className="min-w-0 flex-1 truncate text-xs">{origin}/api/v1</code>
          <CopyButton text={() => `${window.location.origin}/api/v1`} label="Copy base URL" />
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 text-xs">
          {CALLS.map(({ path, dialect }) => (
            <div key={path} className="contents">
              <dt className="font-mono">{path}</dt>
              <dd className="text-muted">{dialect}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}
