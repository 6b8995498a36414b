"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Button } from "#components/ui/display/button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { call } from "#lib/api/client.ts";
import { type PendingDevice, readDevice } from "#lib/contract/device.ts";
import { Notice } from "../notice.tsx";
import { DecisionForm, type DecisionFormProps } from "./decision-form.tsx";

type PendingSignInProps = Omit<DecisionFormProps, "device"> & { email: string; onOtherCode(): void };

/** Shows the agent that a code belongs to, and asks for a decision. */
export function PendingSignIn({ email, onOtherCode, ...form }: PendingSignInProps) {
  const { code } = form;
  const { data: device, error } = useQuery({
    queryKey: ["device", code],
    queryFn: () => call(readDevice, { body: { user_code: code } }),
    retry: false,
    // The code is used up after the decision.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <Notice title="This code cannot be used">
        <p className="text-muted text-sm">{error.message}.</p>
        <Button size="large" onClick={onOtherCode}>
          Enter another code
        </Button>
      </Notice>
    );
  }
  if (!device) return <p className="text-muted text-sm">Checking the code…</p>;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl">Sign in {device.agent.name}?</h1>
        <p className="text-sm">
          Approve only if you started this yourself and the agent shows this code. Never approve a code for someone
          else.
        </p>
      </div>
      <p className="border-y py-3 text-center font-mono text-2xl tracking-widest">{formatCode(code)}</p>
      <DeviceFacts device={device} email={email} />
      <DecisionForm {...form} device={device} />
    </>
  );
}

type Device = z.output<typeof PendingDevice>;

function DeviceFacts({ device, email }: { device: Device; email: string }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm [&_dt]:text-muted">
      <Fact name="Agent (unverified)">{device.agent.name}</Fact>
      <Fact name="Machine (unverified)">{device.agent.device ?? "unknown"}</Fact>
      <Fact name="Network address">{device.address}</Fact>
      <Fact name="Started">
        <Time value={device.created_at} />
      </Fact>
      <Fact name="Works as">{email}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function formatCode(code: string): string {
  const letters = code.toUpperCase().replace(/[^A-Z]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
