"use client";

import { CONTROL } from "#components/ui/forms/input.tsx";
import { cn } from "#lib/cn.ts";
import type { TestResult } from "./use-test.ts";

type Match = Pick<TestResult["matches"][number], "rule" | "rule_name" | "start" | "end">;
type MarkedTextProps = {
  label: string;
  value: string;
  onValueChange: (text: string) => void;
  matches: readonly Match[];
};

/** The styles of rules: a color and a line style each, so that color is not the only difference. */
const MARKS = [
  "decoration-(--series-1) decoration-solid",
  "decoration-(--series-2) decoration-dashed",
  "decoration-(--series-5) decoration-double",
  "decoration-(--series-4) decoration-dotted",
  "decoration-(--series-7) decoration-wavy",
  "decoration-(--series-3) decoration-solid",
] as const;

/** Returns the style of a rule: the same in the list of matches and in the text. */
export function markOf(rule: string, matches: readonly { rule: string }[]): string {
  const rules = [...new Set(matches.map((match) => match.rule))];
  return cn("underline decoration-2 underline-offset-3", MARKS[rules.indexOf(rule) % MARKS.length]);
}

/** An editable text with the rules' findings underlined. */
export function MarkedText({ label, value, onValueChange, matches }: MarkedTextProps) {
  return (
    <div className="grid max-h-72 overflow-y-auto rounded-md bg-raised *:col-start-1 *:row-start-1">
      <div aria-hidden className={cn(TEXT, "border-transparent bg-transparent text-transparent")}>
        {piecesOf(value, matches).map(({ start, text, match }) =>
          match ? (
            <mark key={start} className={cn("rounded-sm bg-warn-soft text-transparent", markOf(match.rule, matches))}>
              {text}
            </mark>
          ) : (
            <span key={start}>{text}</span>
          ),
        )}
      </div>
      <textarea
        aria-label={label}
        value={value}
        rows={5}
        spellCheck={false}
        placeholder="Type or paste sample text"
        onChange={(event) => onValueChange(event.target.value)}
        className={cn(
          CONTROL,
          TEXT,
          "field-sizing-content relative min-h-28 resize-none overflow-hidden bg-transparent",
        )}
      />
    </div>
  );
}

/** Both layers must wrap lines identically. */
const TEXT =
  "whitespace-pre-wrap break-words border px-2.5 py-1.5 text-sm [overflow-wrap:anywhere] pointer-coarse:text-base";

type Piece = { start: number; text: string; match: Match | undefined };

function piecesOf(text: string, matches: readonly Match[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const add = (start: number, end: number, match?: Match) => {
    if (end > start) pieces.push({ start, text: text.slice(start, end), match });
    at = Math.max(at, end);
  };
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    if (match.start < at) continue;
    add(at, match.start);
    add(match.start, Math.min(match.end, text.length), match);
  }
  add(at, text.length);
  return pieces;
}
