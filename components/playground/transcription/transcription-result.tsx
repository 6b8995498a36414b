"use client";

import { useState } from "react";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import type { Player } from "../sound/player.ts";
import { TimedList, type TimedText } from "./timed-list.tsx";
import type { Transcript } from "./transcribe.ts";

type View = "text" | "segments" | "words" | "json";

type TranscriptionResultProps = {
  transcript: Transcript;
  /** Plays the transcribed sound; undefined once another one is selected. */
  player: Player | undefined;
};

/** The transcript: as text, by times if requested, and as raw JSON. */
export function TranscriptionResult({ transcript, player }: TranscriptionResultProps) {
  const [view, setView] = useState<View>("text");
  const segments = spokenOf(transcript.segments, ({ text }) => text);
  const words = spokenOf(transcript.words, ({ word }) => word);
  const tabs = [
    { value: "text" as const, label: "Text" },
    ...(segments.length > 0 ? [{ value: "segments" as const, label: "Segments", count: segments.length }] : []),
    ...(words.length > 0 ? [{ value: "words" as const, label: "Words", count: words.length }] : []),
    { value: "json" as const, label: "JSON" },
  ];
  const shown = tabs.some(({ value }) => value === view) ? view : "text";
  return (
    <Tabs label="Transcript" tabs={tabs} value={shown} onValueChange={setView}>
      <TabPanel value="text">
        <WholeText text={transcript.text.trim()} />
      </TabPanel>
      <TabPanel value="segments">
        <TimedList spoken={segments} player={player} />
      </TabPanel>
      <TabPanel value="words">
        <TimedList spoken={words} player={player} inline />
      </TabPanel>
      <TabPanel value="json">
        <CodeBlock label="Response" code={JSON.stringify(transcript, null, 2)} className="max-h-96 overflow-y-auto" />
      </TabPanel>
    </Tabs>
  );
}

function WholeText({ text }: { text: string }) {
  if (!text) return <p className="text-muted text-sm">No speech was recognized.</p>;
  return (
    <div className="flex items-start gap-2">
      <p className="max-w-[75ch] whitespace-pre-wrap break-words text-base">{text}</p>
      <CopyButton text={text} label="Copy text" />
    </div>
  );
}

type Timed = { start: number; end: number; speaker?: string | undefined };

function spokenOf<Part extends Timed>(parts: readonly Part[] | undefined, textOf: (part: Part) => string): TimedText[] {
  return (parts ?? []).map((part, place) => {
    const { start, end, speaker } = part;
    return { place, start, end, text: textOf(part).trim(), ...(speaker !== undefined && { speaker }) };
  });
}
