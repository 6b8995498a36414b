"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { Account } from "./account.ts";

const setUp = lazyLayer(() => import("./set-up-second-factor.tsx").then(({ SetUpSecondFactor }) => SetUpSecondFactor));
const renew = lazyLayer(() => import("./renew-codes.tsx").then(({ RenewCodes }) => RenewCodes));
const turnOff = lazyLayer(() => import("./turn-off.tsx").then(({ TurnOff }) => TurnOff));

type Open = "set up" | "renew" | "turn off" | undefined;

/** The authenticator app, whose code is required after the password. */
export function SecondFactorPanel({ account }: { account: Account }) {
  const [open, setOpen] = useState<Open>();
  const isOn = account.has_second_factor;
  const props = (name: Open) => ({
    open: open === name,
    asksPassword: account.has_password,
    onClose: () => setOpen(undefined),
  });
  return (
    <Panel
      title="Second factor"
      description="A code from an authenticator app, in addition to your password"
      actions={isOn ? <StatusChip tone="ok">On</StatusChip> : <StatusChip tone="neutral">Off</StatusChip>}
    >
      <div className="flex flex-wrap items-center gap-2">
        {isOn ? (
          <>
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button variant="dangerOutline" onClick={() => setOpen("turn off")}>
              Turn off
            </Button>
          </>
        ) : (
          <>
            <p className="min-w-0 flex-1 text-muted text-sm">Protects your account if someone learns your password.</p>
            <Button onClick={() => setOpen("set up")}>Set up authenticator app</Button>
          </>
        )}
      </div>
      <LazyContent layer={setUp} props={props("set up")} />
      <LazyContent layer={renew} props={props("renew")} />
      <LazyContent layer={turnOff} props={props("turn off")} />
    </Panel>
  );
}
