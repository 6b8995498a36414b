import type { ReactNode } from "react";
import { formatCount } from "#lib/format.ts";
import { LogStatus } from "../log-status.tsx";
import { type ShownTurn, turnsOf, withPositions } from "../panel/content-turns.ts";
import type { Turn } from "./use-session.ts";

/** What a request added to the conversation, and the response; without stored content, only the model and the outcome. */
export function TurnText({ turn }: { turn: Turn }) {
  const { generation: row, changes, output } = turn;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
        <span>{row.model || "–"}</span>
        {row.status_class !== "ok" && <LogStatus row={row} />}
        {changes && <Kept changes={changes} />}
        {!turn.has_content && <span>content not stored</span>}
        {turn.has_content && !changes && <span>input withheld or too large to compare</span>}
        {output === null && row.tool_calls > 0 && <span>{toolCalls(row.tool_calls)}</span>}
      </p>
      {changes && <Added changes={changes} />}
      {output && <Output output={output} />}
    </div>
  );
}

type Changes = NonNullable<Turn["changes"]>;

function Kept({ changes }: { changes: Changes }) {
  if (changes.compared_with === null) return <span>new conversation, {messages(changes.added_count)}</span>;
  return (
    <span>
      {messages(changes.added_count)} added
      {changes.removed > 0 && `, ${formatCount(changes.removed)} removed or changed`}
    </span>
  );
}

/** The model's own earlier response, which a request repeats, is shown where it was given. */
function Added({ changes }: { changes: Changes }) {
  const all = turnsOf({ messages: changes.added });
  const shown = changes.compared_with === null ? all : all.filter(({ role }) => role !== "Assistant");
  const more = changes.added_count - changes.added.length;
  return (
    <>
      {withPositions(shown).map(({ place, item }) => (
        <Line key={place} name={item.role}>
          {textOf(item)}
        </Line>
      ))}
      {more > 0 && <p className="text-muted text-xs">and {messages(more)} more</p>}
    </>
  );
}

function Output({ output }: { output: NonNullable<Turn["output"]> }) {
  return (
    <>
      {output.completion && <Line name="Response">{output.completion}</Line>}
      {withPositions(output.tool_calls).map(({ place, item }) => (
        <Line key={place} name={`Calls ${item.name}`}>
          <span className="font-mono text-xs">{item.arguments}</span>
        </Line>
      ))}
    </>
  );
}

/** One line of text; the panel has all of it. */
function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="line-clamp-2 [overflow-wrap:anywhere]">
      <span className="text-muted">{name}: </span>
      <bdi>{children}</bdi>
    </p>
  );
}

function textOf({ parts }: ShownTurn): string {
  return parts.map(({ label, text }) => (label ? `[${label}] ${text}` : text)).join(" ");
}

function messages(count: number): string {
  return count === 1 ? "1 message" : `${formatCount(count)} messages`;
}

function toolCalls(count: number): string {
  return count === 1 ? "1 tool call" : `${formatCount(count)} tool calls`;
}
