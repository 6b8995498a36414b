"use client";

import { useState } from "react";
import type { z } from "zod";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { approveDevice, denyDevice, type PendingDevice } from "#lib/contract/device.ts";
import type { SessionWorkspace } from "#lib/contract/session.ts";
import { Problem } from "../problem.tsx";

export type DecisionFormProps = {
  code: string;
  device: z.output<typeof PendingDevice>;
  workspaces: readonly z.output<typeof SessionWorkspace>[];
  onDecided(isApproved: boolean, agent: string): void;
};

/** Chooses the workspace and the time of an agent's sign-in, and approves or denies it. */
export function DecisionForm({ code, device, workspaces, onDecided }: DecisionFormProps) {
  const times = timesUpTo(device.max_days);
  const [workspace, setWorkspace] = useState(workspaces[0]?.id ?? "");
  const [days, setDays] = useState(times.at(-1) ?? "1");
  const [pending, setPending] = useState<"approve" | "deny">();
  const [problem, setProblem] = useState<ApiError>();
  const decide = async (decision: "approve" | "deny") => {
    setPending(decision);
    setProblem(undefined);
    const body = { user_code: code };
    const send =
      decision === "approve"
        ? call(approveDevice, { body: { ...body, workspace_id: workspace, days: Number(days) } })
        : call(denyDevice, { body });
    await send.then(
      () => onDecided(decision === "approve", device.agent.name),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error);
      },
    );
    setPending(undefined);
  };
  return (
    <div className="flex flex-col gap-5">
      <Field label="Workspace">
        <Select
          options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspace}
          onValueChange={setWorkspace}
        />
      </Field>
      <Field
        label="Signed in for"
        hint={`The agent replaces its key every ${device.key_hours === 1 ? "hour" : `${device.key_hours} hours`}.`}
      >
        <Select
          options={times.map((value) => ({ value, label: value === "1" ? "1 day" : `${value} days` }))}
          value={days}
          onValueChange={setDays}
        />
      </Field>
      <p className="text-muted text-sm">
        It can call models in this workspace as you, within your limits and guardrails. It cannot manage anything.
        Delete its key in Keys to sign it out.
      </p>
      <Problem problem={problem} waiting={problem?.status === 429} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="filled"
          size="large"
          className="grow"
          pending={pending === "approve"}
          disabled={pending === "deny"}
          onClick={() => void decide("approve")}
        >
          Approve
        </Button>
        <Button
          size="large"
          className="grow"
          pending={pending === "deny"}
          disabled={pending === "approve"}
          onClick={() => void decide("deny")}
        >
          Deny
        </Button>
      </div>
    </div>
  );
}

function timesUpTo(maxDays: number): string[] {
  return [1, 7, 30, 90]
    .filter((days) => days < maxDays)
    .concat(maxDays)
    .map(String);
}
