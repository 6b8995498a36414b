"use client";

import { useEffect, useMemo, useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { browserOnly } from "../browser-only.tsx";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { playableOf } from "../sound/playable.ts";
import type { Player } from "../sound/player.ts";
import { storeSound, takeStoredSound } from "../sound/sound-store.ts";
import { usePlayer } from "../sound/use-player.ts";
import { SoundInput } from "./sound-input.tsx";
import { measuresOf, type TranscriptionOutput, transcribe } from "./transcribe.ts";
import {
  changedCount,
  problemOf,
  readForm,
  type TranscriptionForm,
  transcriptionFields,
} from "./transcription-form.ts";
import { transcriptionRequest } from "./transcription-request.ts";
import { TranscriptionResult } from "./transcription-result.tsx";
import { TranscriptionSettings } from "./transcription-settings.tsx";

/** Transcription of a sound. */
export const TranscriptionPlayground = browserOnly(TranscriptionEditor);

function TranscriptionEditor() {
  const models = useModelsWithOutput("transcription");
  const playground = useMediaPlayground<TranscriptionForm, TranscriptionOutput>({
    mode: "transcription",
    firstModel: "local/read-back",
    models,
    readForm,
  });
  const { file, player, setFile } = useSound();
  const { form, setForm } = playground;
  const supportedBy = (model: string) => playground.modelOf(model)?.supported_parameters;
  const supported = supportedBy(playground.model);
  const ask = (model: string, live: Live<TranscriptionOutput>) => {
    if (!file) throw new Error("Choose or record audio first");
    return transcribe(file, transcriptionFields(model, form, supportedBy(model)), live);
  };
  return (
    <MediaFrame
      playground={playground}
      ask={ask}
      verb="Transcribe"
      problem={problemOf(file !== undefined, form, supported)}
      request={transcriptionRequest(playground.model, form, supported, file?.name ?? "speech.mp3")}
      changedCount={changedCount(form)}
      settings={<TranscriptionSettings form={form} setForm={setForm} supported={supported} />}
      input={<SoundInput file={file} onFile={setFile} player={player} />}
      empty={
        <p>
          The transcript appears here. The local model only recognizes audio made with local/flite in Speech mode. For
          other audio, use a provider or your own Whisper server.
        </p>
      }
      measures={({ transcript }) => measuresOf(transcript)}
    >
      {(result) => (
        <TranscriptionResult transcript={result.transcript} player={result.file === file ? player : undefined} />
      )}
    </MediaFrame>
  );
}

/** The selected sound with its player; preserved across modes and navigation. */
function useSound(): { file: File | undefined; player: Player; setFile: (file: File | undefined) => void } {
  const { slug } = useShell().currentWorkspace;
  const [file, setFile] = useState(() => takeStoredSound(slug));
  const player = usePlayer();
  const playable = useMemo(() => file && playableOf(file), [file]);
  useEffect(() => {
    if (!playable) return;
    const url = URL.createObjectURL(playable);
    player.load(url);
    return () => {
      player.unload();
      URL.revokeObjectURL(url);
    };
  }, [playable, player]);
  const choose = (next: File | undefined) => {
    storeSound(slug, next);
    setFile(next);
  };
  return { file, player, setFile: choose };
}
