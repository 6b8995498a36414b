"use client";

import { FileAudio, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { DropZone } from "#components/ui/forms/drop-zone.tsx";
import { MAX_AUDIO_BYTES } from "#lib/contract/transcriptions.ts";
import { formatBytes } from "#lib/format.ts";
import type { Player } from "../sound/player.ts";
import { SoundPlayer } from "../sound/sound-player.tsx";
import { useDecodedSound } from "../sound/use-decoded-sound.ts";
import { RecordButton } from "./record-button.tsx";
import { SOUND_TYPES, soundProblem } from "./sound-rule.ts";

type SoundInputProps = { file: File | undefined; onFile: (file: File | undefined) => void; player: Player };

/** The sound to transcribe: chosen, dropped, pasted or recorded, with a player. */
export function SoundInput({ file, onFile, player }: SoundInputProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const take = ([first, ...others]: readonly File[]) => {
    if (!first) return;
    const problem = others.length > 0 ? "One audio file at a time." : soundProblem(first);
    setRefusal(problem);
    if (!problem) onFile(first);
  };
  const remove = () => {
    onFile(undefined);
    // The clicked button is removed, so another one gets the focus.
    choose.current?.focus();
  };
  return (
    <DropZone onFiles={take} label="Drop the audio here">
      <div className="flex flex-col gap-3">
        {file ? (
          <Chosen file={file} player={player} onRemove={remove} />
        ) : (
          <p className="rounded-md border border-edge border-dashed px-3 py-5 text-muted text-sm">
            Choose an audio or video file, drop it anywhere on this page, paste it, or record. Up to{" "}
            {formatBytes(MAX_AUDIO_BYTES)}.
          </p>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Audio file"
          accept={SOUND_TYPES}
          onChange={({ target }) => {
            take([...(target.files ?? [])]);
            // Allows choosing the same file again.
            target.value = "";
          }}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button ref={choose} onClick={() => chooser.current?.click()}>
            <FileAudio aria-hidden />
            {file ? "Choose another file" : "Choose a file"}
          </Button>
          <RecordButton onSound={(recorded) => take([recorded])} />
        </div>
        {refusal && (
          <p role="alert" className="text-bad text-xs">
            {refusal}
          </p>
        )}
      </div>
    </DropZone>
  );
}

function Chosen({ file, player, onRemove }: { file: File; player: Player; onRemove: () => void }) {
  const decoded = useDecodedSound(file);
  const isDecoding = decoded === "decoding";
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border bg-raised p-2">
      <div className="flex min-w-0 items-center gap-2 text-sm">
        <span className="min-w-0 truncate font-medium">{file.name}</span>
        <span className="shrink-0 text-muted text-xs">{formatBytes(file.size)}</span>
        <IconButton size="small" label={`Remove ${file.name}`} onClick={onRemove} className="ml-auto">
          <X aria-hidden />
        </IconButton>
      </div>
      <SoundPlayer
        player={player}
        decoded={isDecoding ? undefined : decoded}
        note={
          isDecoding ? "Decoding" : "Your browser cannot draw a waveform for this audio, but you can still send it."
        }
      />
    </div>
  );
}
