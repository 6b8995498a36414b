"use client";

import { Download, FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { formatBytes } from "#lib/format.ts";
import { playgroundPath } from "#lib/playground-modes.ts";
import type { DecodedSound } from "../sound/decode-sound.ts";
import { playableOf } from "../sound/playable.ts";
import { SoundPlayer } from "../sound/sound-player.tsx";
import { storeSound } from "../sound/sound-store.ts";
import { useDecodedSound } from "../sound/use-decoded-sound.ts";
import { usePlayer } from "../sound/use-player.ts";
import type { SpeechOutput } from "./request-speech.ts";
import { soundFileOf } from "./speech-files.ts";
import { usePlaySpeech } from "./use-play-speech.ts";

/** Speech that plays while it loads and can be saved or passed on to transcription. */
export function SpeechResult({ spoken: { feed, format, isRestored = false } }: { spoken: SpeechOutput }) {
  const { sizeBytes, end } = useSyncExternalStore(feed.subscribe, feed.state);
  const file = useMemo(() => (end === "none" ? undefined : soundFileOf(feed.pieces, format)), [feed, format, end]);
  const playable = useMemo(() => file && playableOf(file), [file]);
  const decoded = useDecodedSound(file);
  const player = usePlayer();
  usePlaySpeech(player, format === "mp3" && !isRestored ? feed : undefined, playable, !isRestored);
  useEffect(() => {
    if (end === "broken") player.pause();
  }, [end, player]);
  const size = formatBytes(sizeBytes);
  const note = end === "none" ? `${size} so far` : noteOf(decoded);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <SoundPlayer player={player} decoded={decoded === "decoding" ? undefined : decoded} note={note} />
      {format === "pcm" && file && <PcmNote name={file.name} />}
      {file && playable && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => saveFile(file, file.name)}>
            <Download aria-hidden />
            {`Download ${format.toUpperCase()}, ${size}`}
          </Button>
          {file !== playable && (
            <Button onClick={() => saveFile(playable, playable.name)}>
              <Download aria-hidden />
              Download WAV
            </Button>
          )}
          <Transcribe file={playable} />
        </div>
      )}
    </div>
  );
}

function noteOf(decoded: DecodedSound | "decoding" | undefined): string {
  return decoded === "decoding" ? "Decoding" : "Your browser cannot draw a waveform for this audio.";
}

function PcmNote({ name }: { name: string }) {
  return (
    <p className="max-w-[65ch] text-muted text-xs">
      Raw samples without a header, decoded here as 24 kHz, 16-bit little-endian, mono. To play the file:{" "}
      <code className="break-words font-mono">ffplay -f s16le -ar 24000 -ch_layout mono {name}</code>
    </p>
  );
}

function Transcribe({ file }: { file: File }) {
  const { slug } = useShell().currentWorkspace;
  const router = useRouter();
  const carry = () => {
    storeSound(slug, file);
    router.push(playgroundPath(slug, "transcription"));
  };
  return (
    <Button onClick={carry}>
      <FileText aria-hidden />
      Transcribe this
    </Button>
  );
}
