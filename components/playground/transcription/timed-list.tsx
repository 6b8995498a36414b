"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { cn } from "#lib/cn.ts";
import { formatCount } from "#lib/format.ts";
import { timeInSound } from "../sound/peaks.ts";
import type { Player } from "../sound/player.ts";
import { usePlaying } from "../sound/use-player.ts";

/** A segment or a word with its times in seconds; `place` counts from 0. */
export type TimedText = { place: number; start: number; end: number; text: string; speaker?: string };

type TimedListProps = {
  spoken: readonly TimedText[];
  player: Player | undefined;
  /** As running text instead of one per line. */
  inline?: boolean;
};

/** Each is a control that keyboard users have to pass. */
const FIRST_SHOWN = 300;

/** Segments or words with their times; each plays the sound from its start. */
export function TimedList({ spoken, player, inline = false }: TimedListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? spoken : spoken.slice(0, FIRST_SHOWN);
  const items = { spoken: shown, inline };
  return (
    <div className="flex flex-col items-start gap-2">
      {player ? <PlayedList {...items} player={player} /> : <Items {...items} />}
      {shown.length < spoken.length && (
        <Button onClick={() => setAll(true)}>Show all {formatCount(spoken.length)}</Button>
      )}
    </div>
  );
}

type ItemsProps = { spoken: readonly TimedText[]; inline: boolean };

function PlayedList({ player, ...items }: ItemsProps & { player: Player }) {
  const { seconds } = usePlaying(player);
  const current = items.spoken.findLast(({ start }) => start <= seconds);
  const isCurrent = current !== undefined && seconds > 0 && seconds < current.end;
  const onPlay = (start: number) => {
    player.seek(start);
    player.play();
  };
  return <Items {...items} onPlay={onPlay} {...(isCurrent && { current: current.place })} />;
}

function Items({
  spoken,
  inline,
  current,
  onPlay,
}: ItemsProps & { current?: number; onPlay?: (start: number) => void }) {
  return (
    <ol className={inline ? "flex flex-wrap gap-0.5" : "flex w-full flex-col"}>
      {spoken.map((item) => (
        <li key={item.place} aria-current={item.place === current ? "true" : undefined} className="min-w-0">
          <Item item={item} inline={inline} isCurrent={item.place === current} onPlay={onPlay} />
        </li>
      ))}
    </ol>
  );
}

type ItemProps = {
  item: TimedText;
  inline: boolean;
  isCurrent: boolean;
  onPlay: ((start: number) => void) | undefined;
};

function Item({ item: { start, end, text, speaker }, inline, isCurrent: isSaid, onPlay }: ItemProps) {
  const times = `${timeInSound(start)} to ${timeInSound(end)}`;
  const look = cn(
    "rounded-sm text-left text-base",
    inline ? "px-1 py-0.5 pointer-coarse:min-h-11 pointer-coarse:px-2" : "flex w-full gap-3 px-2 py-1.5",
    onPlay && "hover:bg-well",
    isSaid && "bg-accent-soft",
  );
  const content = (
    <>
      {!inline && <span className="shrink-0 text-muted text-xs tabular-nums leading-6">{timeInSound(start)}</span>}
      {speaker !== undefined && !inline && <span className="shrink-0 text-muted text-xs leading-6">{speaker}</span>}
      <span className="min-w-0 break-words">{text}</span>
      <span className="sr-only">, {times}</span>
    </>
  );
  if (!onPlay) return <span className={cn("base:inline-block", look)}>{content}</span>;
  return (
    <button type="button" title={`Play from ${times}`} onClick={() => onPlay(start)} className={look}>
      {content}
    </button>
  );
}
