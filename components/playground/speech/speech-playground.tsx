"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { MAX_SPEECH_CHARACTERS } from "#lib/contract/speech.ts";
import { formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { browserOnly } from "../browser-only.tsx";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { requestSpeech, type SpeechOutput } from "./request-speech.ts";
import { changedCount, problemOf, readForm, type SpeechForm, speechBody } from "./speech-form.ts";
import { speechRequest } from "./speech-request.ts";
import { SpeechResult } from "./speech-result.tsx";
import { SpeechSettings } from "./speech-settings.tsx";
import { packSpeech, unpackSpeech } from "./stored-speech.ts";

const EXAMPLE =
  "Good morning. Your parcel leaves the warehouse today, and should be with you by Thursday. Call us if it is late.";

/** Text to speech, played while it loads, with a waveform. */
export const SpeechPlayground = browserOnly(SpeechEditor);

function SpeechEditor() {
  const models = useModelsWithOutput("speech");
  const playground = useMediaPlayground<SpeechForm, SpeechOutput>({
    mode: "speech",
    firstModel: "local/flite",
    models,
    readForm,
    pack: packSpeech,
    unpack: unpackSpeech,
  });
  const { form, setForm } = playground;
  const abilitiesOf = (model: string) => {
    const known = playground.modelOf(model);
    return { supported: known?.supported_parameters, voices: known?.supported_voices ?? undefined };
  };
  const abilities = abilitiesOf(playground.model);
  const ask = (model: string, live: Live<SpeechOutput>) =>
    requestSpeech(speechBody(model, form, abilitiesOf(model)), form.format, live);
  return (
    <MediaFrame
      playground={playground}
      ask={ask}
      verb="Speak"
      problem={problemOf(form, abilities)}
      request={speechRequest(playground.model, form, abilities)}
      changedCount={changedCount(form)}
      settings={<SpeechSettings form={form} setForm={setForm} abilities={abilities} />}
      input={
        <Field
          label="Text"
          hint={`Up to ${formatCount(MAX_SPEECH_CHARACTERS)} characters. Some models accept fewer.`}
          aside={form.text.trim() && formatCount(form.text.trim().length)}
        >
          <Textarea
            className="min-h-28"
            value={form.text}
            onChange={(event) => setForm({ text: event.target.value })}
            placeholder="Text to speak"
          />
        </Field>
      }
      empty={
        <div className="flex flex-col items-start gap-3">
          <p>The audio appears here and plays while it loads.</p>
          {!form.text.trim() && <Button onClick={() => setForm({ text: EXAMPLE })}>Fill in an example</Button>}
        </div>
      }
      measures={({ firstByteMs }) => [
        { name: "First byte", text: formatDuration(firstByteMs), title: "From the request to the first byte of audio" },
      ]}
    >
      {(spoken) => <SpeechResult spoken={spoken} />}
    </MediaFrame>
  );
}
