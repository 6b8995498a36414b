"use client";

import { type SyntheticEvent, useContext, useState } from "react";
import { ShellContext } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { useNewKey } from "#components/ui/hooks/use-new-key.ts";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";
import { BodyFields } from "./body-fields.tsx";
import { CredentialFields } from "./credential-fields.tsx";
import { ParameterFields } from "./parameter-fields.tsx";
import { isStreamed, jsonProblem, setStreamed } from "./request-body.ts";
import type { Trial, TrialParameter } from "./trial.ts";
import { TrialResult } from "./trial-result.tsx";
import { useTrial } from "./use-trial.ts";
import { useTrialBody } from "./use-trial-body.ts";

/** The request, to edit and send, and below it the response. */
export function TrialForm({ trial }: { trial: Trial }) {
  const { method, path, isPublic, streams, parameters } = trial;
  const isSignedIn = useContext(ShellContext) !== undefined;
  const [usesKey, setUsesKey] = useState(!isSignedIn);
  const [key, setKey] = useState(useNewKey()?.secret ?? "");
  const [params, setParams] = useState(() => valuesOf(parameters.path));
  const [query, setQuery] = useState(() => valuesOf(parameters.query));
  const body = useTrialBody(trial);
  const [checked, setChecked] = useState(false);
  const { run, start, stop } = useTrial();
  const isRunning = run !== undefined && ["sending", "reading", "streaming"].includes(run.phase);
  const needsKey = !isPublic && usesKey;
  const problem = jsonProblem(body.text);
  const missing = [...parameters.path, ...parameters.query.filter(({ required }) => required)].some(
    ({ name }) => !(params[name] ?? query[name])?.trim(),
  );

  const send = () => {
    setChecked(true);
    const { toSend } = body;
    if (isRunning || problem || missing || toSend === undefined || (needsKey && !key.trim())) return;
    void start({ method, path, params, query, body: toSend, key: needsKey ? key.trim() : "" });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (method !== "DELETE") send();
  };

  return (
    <>
      <form onSubmit={submit} noValidate aria-label="Request" className="flex flex-col gap-4 border-t p-3">
        {!isPublic && (
          <CredentialFields
            isSignedIn={isSignedIn}
            usesKey={usesKey}
            onUsesKeyChange={setUsesKey}
            value={key}
            onValueChange={setKey}
            isChecked={checked}
          />
        )}
        <ParameterFields parameters={parameters.path} values={params} onChange={setParams} isChecked={checked} />
        <ParameterFields parameters={parameters.query} values={query} onChange={setQuery} isChecked={checked} />
        <BodyFields trial={trial} body={body} isChecked={checked} onSubmit={submit} />
        {streams && !body.isForm && (
          <Checkbox
            label="Stream the response"
            checked={isStreamed(body.text)}
            disabled={problem !== undefined}
            onCheckedChange={(streamed) => body.setText(setStreamed(body.text, streamed))}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          {method === "DELETE" ? (
            <ConfirmPopover
              trigger={
                <Button variant="danger" disabled={missing || isRunning}>
                  Send DELETE
                </Button>
              }
              question={`Send DELETE ${filledPath(path, params)}?`}
              action="Send DELETE"
              onConfirm={send}
            >
              This deletes real data.
            </ConfirmPopover>
          ) : (
            <Button type="submit" variant="filled" pending={isRunning}>
              Send request
            </Button>
          )}
          {isRunning && <Button onClick={stop}>Stop</Button>}
        </div>
        {method === "POST" || method === "PUT" || method === "PATCH" ? (
          <p className="text-muted text-xs">This is a real request: it can change data and cost money.</p>
        ) : null}
      </form>
      {run && <TrialResult run={run} />}
    </>
  );
}

function valuesOf(parameters: readonly TrialParameter[]): Record<string, string> {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

function filledPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}
