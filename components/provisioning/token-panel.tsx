"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { SecretReveal } from "#components/ui/display/secret-reveal.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { listScimTokens, type ScimTokenRecord } from "#lib/contract/scim-tokens.ts";
import { QueryBody } from "./query-body.tsx";
import { TokenActions } from "./token-actions.tsx";

const newToken = lazyLayer(() => import("./new-token.tsx").then((file) => file.NewToken));

/** The tokens with which directories provision users and groups. */
export function TokenPanel() {
  const result = useQuery(query(listScimTokens));
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = (
    <Button size="small" onClick={() => setIsOpen(true)}>
      Create token
    </Button>
  );
  return (
    <Panel title="SCIM" description="Users and groups from Okta, Entra ID and others." actions={create}>
      <QueryBody result={result} what="SCIM tokens">
        {({ data, base_url }) => (
          <div className="flex flex-col gap-4 text-sm">
            <BaseUrl url={base_url} />
            {data.length === 0 ? (
              <p className="text-muted">Create a token and enter it in your directory with this base URL.</p>
            ) : (
              <ul aria-label="SCIM tokens" className="divide-y border-y">
                {data.map((token) => (
                  <Token key={token.id} token={token} onSecret={setSecret} />
                ))}
              </ul>
            )}
            <p className="text-muted">
              The steps for Okta, Entra ID and others are in the{" "}
              <a href="/docs/provisioning" className="text-ink underline underline-offset-3">
                provisioning guide
              </a>
              .
            </p>
          </div>
        )}
      </QueryBody>
      <LazyContent layer={newToken} props={{ open: isOpen, onClose: () => setIsOpen(false), onMade: setSecret }} />
      <SecretReveal
        secret={secret}
        title="SCIM token"
        noun="token"
        note="Enter it in your directory. Whoever has it can create and deactivate members."
        onClose={() => setSecret(undefined)}
      />
    </Panel>
  );
}

function BaseUrl({ url }: { url: string }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="text-muted">Base URL</span>
      <code className="min-w-0 break-all text-xs">{url}</code>
      <CopyButton text={url} label="Copy base URL" />
    </p>
  );
}

function Token({ token, onSecret }: { token: ScimTokenRecord; onSecret: (secret: string) => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 break-words font-medium">{token.name}</span>
      <code className="text-muted text-xs">{token.label}</code>
      {token.may_change_owners && <Badge>may change owners</Badge>}
      <span className="text-muted text-xs">
        {token.last_used_at ? (
          <>
            used <Time value={token.last_used_at} />
          </>
        ) : (
          "not used yet"
        )}
      </span>
      <span className="ml-auto flex gap-2">
        <TokenActions token={token} onSecret={onSecret} />
      </span>
    </li>
  );
}
