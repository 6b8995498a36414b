"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { createVideo } from "#lib/contract/videos.ts";
import { readVideoLink } from "#lib/video-link.ts";
import { browserOnly } from "../browser-only.tsx";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { requestJson } from "../media/request-json.ts";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { type Json, recordOf, textOf } from "../read-json.ts";
import { routingIn } from "../result/routing.ts";
import { JobCards } from "./job-cards.tsx";
import { askToNotify } from "./notify-job.ts";
import { NO_PICTURES, type Pictures, withoutData } from "./pictures.ts";
import type { StoredJob } from "./stored-jobs.ts";
import { useStoredJobs } from "./use-stored-jobs.ts";
import { useVideoFacts } from "./use-video-facts.ts";
import { videoSamples } from "./video-code.ts";
import { changedCount, formOf, readForm, type VideoForm, videoBody } from "./video-form.ts";
import { VideoInput } from "./video-input.tsx";
import { firstProblem, problemsOf } from "./video-problems.ts";
import { VideoSettings } from "./video-settings.tsx";

const EXAMPLE = "A red fox trots through a snowy forest at dawn, the camera follows at its side.";

/** Videos: each is started here, followed until it is ready, and played. */
export const VideoPlayground = browserOnly(VideoEditor);

function VideoEditor() {
  const models = useModelsWithOutput("video");
  const playground = useMediaPlayground<VideoForm, string>({
    mode: "video",
    firstModel: "local/animatic",
    models,
    readForm,
    // The list of jobs survives a reload instead.
    pack: () => undefined,
  });
  const { form, setForm } = playground;
  const [pictures, setWholePictures] = useState(NO_PICTURES);
  const setPictures = (change: Partial<Pictures>) => setWholePictures((current) => ({ ...current, ...change }));
  const { jobs, add, remove } = useStoredJobs();
  const factsOf = useVideoFacts();
  const facts = factsOf(playground.modelOf(playground.model));
  const problems = problemsOf(form, facts);
  const bodyFor = (model: string) => videoBody(model, form, pictures, factsOf(playground.modelOf(model)));
  useLinkedForm(setForm);

  const begin = async (body: Json, live: Live<string>): Promise<string> => {
    const response = await requestJson(createVideo, body, live);
    askToNotify();
    const isKept = add(keptJob(response.id, body, recordOf(response)));
    if (!isKept)
      toastFailed("This list is full", {
        description: "The video is still being generated. Find it on the Jobs page.",
      });
    return response.id;
  };
  const retry = ({ body }: StoredJob) => void playground.run(textOf(body.model), (live) => begin(body, live));
  const take = ({ body, picturesLeftOut }: StoredJob) => {
    playground.setModel(textOf(body.model));
    setForm(formOf(body));
    toastDone("Parameters restored", picturesLeftOut ? { description: "Add the images again." } : {});
  };
  return (
    <MediaFrame
      playground={playground}
      ask={(model, live) => begin(bodyFor(model), live)}
      verb="Generate"
      problem={firstProblem(problems)}
      request={(origin) => videoSamples(withoutData(bodyFor(playground.model)), origin)}
      changedCount={changedCount(form, pictures)}
      settings={<VideoSettings form={form} setForm={setForm} facts={facts} problems={problems} />}
      input={<VideoInput {...{ form, setForm, pictures, setPictures, facts }} />}
      empty={
        <div className="flex flex-col items-start gap-3">
          <p>The job appears here, then the video. It takes minutes, and you can reload the page.</p>
          {form.prompt === "" && <Button onClick={() => setForm({ prompt: EXAMPLE })}>Fill in an example</Button>}
        </div>
      }
      measures={() => []}
      startedJobs={jobs.length > 0 && <JobCards jobs={jobs} onRetry={retry} onTake={take} onRemove={remove} />}
    >
      {() => null}
    </MediaFrame>
  );
}

function keptJob(id: string, body: Json, response: Json): StoredJob {
  const { frame_images: frames, input_references: references, ...rest } = body;
  const routing = routingIn(response);
  const pictures = [frames, references].flatMap((list) => (Array.isArray(list) ? list : []));
  return { id, begunAtMs: Date.now(), body: rest, picturesLeftOut: pictures.length, ...(routing && { routing }) };
}

/**
 * Reads a link's parameters from the address and removes them. In an effect, since the address changes after the first
 * render.
 */
function useLinkedForm(setForm: (form: VideoForm) => void): void {
  useEffect(() => {
    const linked = readVideoLink(window.location.hash);
    if (!linked) return;
    setForm(formOf(linked));
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname + search);
  }, [setForm]);
}
