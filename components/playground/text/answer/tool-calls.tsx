"use client";

import { Wrench } from "lucide-react";
import { useState } from "react";
import type { ToolCall } from "#components/playground/result/answer.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { ToolResult } from "../pane/conversation.ts";
import { prettyJson } from "./pretty-json.ts";

type ToolCallsProps = {
  calls: readonly ToolCall[];
  /** Set while results can be sent: the calls are complete and are the last messages. */
  onSend: ((results: readonly ToolResult[]) => void) | undefined;
};

/** The functions a model calls, each with a field for its result. */
export function ToolCalls({ calls, onSend }: ToolCallsProps) {
  const [outputs, setOutputs] = useState<Readonly<Record<string, string>>>({});
  const send = () => onSend?.(calls.map(({ id, name }) => ({ callId: id, name, output: outputs[id] ?? "" })));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {calls.map((call) => (
        <section key={call.id} aria-label={`Call to ${call.name}`} className="rounded-md border">
          <p className="flex items-center gap-2 border-b px-3 py-1.5 text-sm">
            <Wrench className="size-3.5 text-muted" aria-hidden />
            <span className="font-mono">{call.name}</span>
            <span className="truncate font-mono text-faint text-xs">{call.id}</span>
          </p>
          <pre className="whitespace-pre-wrap break-words px-3 py-2 text-xs">{prettyJson(call.arguments)}</pre>
          {onSend && (
            <Field label={`Result of ${call.name}`} className="border-t px-3 py-2.5">
              <Textarea
                mono
                rows={2}
                value={outputs[call.id] ?? ""}
                onChange={(event) => setOutputs({ ...outputs, [call.id]: event.target.value })}
                placeholder="What your function would return, as text or JSON"
              />
            </Field>
          )}
        </section>
      ))}
      {onSend && (
        <Button type="submit" size="small" className="self-start">
          {calls.length === 1 ? "Send result" : `Send ${calls.length} results`}
        </Button>
      )}
    </form>
  );
}
