"use client";

import { Plus } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { canUsePasskeys } from "#lib/api/passkey.ts";
import type { Account } from "./account.ts";
import { PasskeyLine } from "./passkey-line.tsx";

const addPasskey = lazyLayer(() => import("./add-passkey.tsx").then(({ AddPasskey }) => AddPasskey));

/** Passkeys, for signing in with a fingerprint, a face or a security key instead of a password. */
export function PasskeyPanel({ passkeys }: Pick<Account, "passkeys">) {
  const [adding, setAdding] = useState(false);
  const isUsable = useSyncExternalStore(never, canUsePasskeys, () => true);
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your fingerprint, face or a security key."
      actions={
        <Button size="small" disabled={!isUsable} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add passkey
        </Button>
      }
    >
      {passkeys.length === 0 && <p className="text-muted text-sm">No passkeys yet.</p>}
      {passkeys.length > 0 && (
        <ul className="-my-4 divide-y">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {!isUsable && <p className="mt-3 text-muted text-sm">Passkeys need HTTPS and an up-to-date browser.</p>}
      <LazyContent layer={addPasskey} props={{ open: adding, onClose: () => setAdding(false) }} />
    </Panel>
  );
}

const never = () => () => undefined;
