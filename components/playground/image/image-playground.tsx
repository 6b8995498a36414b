"use client";

import { lazy, Suspense } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { toastDone } from "#components/ui/feedback/toast.tsx";
import { formatCount } from "#lib/format.ts";
import { browserOnly } from "../browser-only.tsx";
import type { Measure } from "../media/measure.ts";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { ANY_ABILITIES, mostReferences } from "./image-abilities.ts";
import { toReference } from "./image-file.ts";
import { changedCount, type ImageForm, imageBody, readForm } from "./image-form.ts";
import type { GeneratedImage, OutputImage } from "./image-output.ts";
import { ImagePrices } from "./image-prices.tsx";
import { imageRequest } from "./image-request.ts";
import { firstProblem, problemsOf } from "./image-rules.ts";
import { ImageSettings } from "./image-settings.tsx";
import { PromptInput } from "./prompt-input.tsx";
import { requestImages } from "./request-images.ts";
import { useImageAbilities, useImageEndpoints } from "./use-image-abilities.ts";
import { useReferences } from "./use-references.ts";

// Loaded on demand: there is no result before the first response.
const loadResult = () => import("./image-result.tsx").then((file) => ({ default: file.ImageResult }));
const ImageResult = lazy(loadResult);

const EXAMPLE = "A lighthouse in the fog, seen from a small boat, its beam just above the waves";

/** Images from a prompt and from other images. */
export const ImagePlayground = browserOnly(ImageEditor);

function ImageEditor() {
  const abilities = useImageAbilities();
  const models = useModelsWithOutput("image", ({ id }) => abilities.isListed(id));
  const playground = useMediaPlayground<ImageForm, GeneratedImage>({
    mode: "image",
    firstModel: "local/poster",
    models,
    readForm,
  });
  const { form, setForm, model } = playground;
  const known = abilities.of(model);
  const current = known ?? ANY_ABILITIES;
  const endpoints = useImageEndpoints(model, known !== undefined && known !== ANY_ABILITIES);
  const problems = problemsOf(form, current);
  const most = mostReferences(current);
  const taken = useReferences(form.references, (references) => setForm({ references }));
  const bodyFor = (name: string) => imageBody(name, form, abilities.of(name) ?? ANY_ABILITIES);
  const ask = (name: string, live: Live<GeneratedImage>) => {
    void loadResult().catch(() => undefined);
    return requestImages(bodyFor(name), live);
  };
  const use = async (image: OutputImage) => {
    taken.add([await toReference(image)]);
    const missing = `${model} does not accept them. Choose another model.`;
    toastDone(`Image ${image.place + 1} added as a reference`, most === 0 ? { description: missing } : {});
  };
  return (
    <MediaFrame
      playground={playground}
      ask={ask}
      verb="Generate"
      problem={firstProblem(problems)}
      request={imageRequest(bodyFor(model))}
      changedCount={changedCount(form, current)}
      settings={
        known ? (
          <ImageSettings
            key={model}
            form={form}
            setForm={setForm}
            abilities={known}
            problems={problems}
            prices={<ImagePrices endpoints={endpoints} />}
          />
        ) : (
          <SettingsSkeleton />
        )
      }
      input={
        <PromptInput form={form} setForm={setForm} taken={taken} mostReferences={most} problem={problems.references} />
      }
      empty={
        <div className="flex flex-col items-start gap-3">
          <p>The images appear here.</p>
          {form.prompt.trim() === "" && (
            <Button onClick={() => setForm({ prompt: EXAMPLE })}>Fill in an example</Button>
          )}
        </div>
      }
      measures={measuresOf}
    >
      {(made) => (
        <Suspense>
          <ImageResult made={made} onReference={(image) => void use(image)} />
        </Suspense>
      )}
    </MediaFrame>
  );
}

function measuresOf({ images, tokens, seed }: GeneratedImage): Measure[] {
  return [
    { name: "Images", text: formatCount(images.length) },
    ...(tokens > 0 ? [{ name: "Tokens", text: formatCount(tokens) }] : []),
    ...(seed === undefined ? [] : [{ name: "Seed", text: String(seed), title: "As requested" }]),
  ];
}

function SettingsSkeleton() {
  return (
    <Loading label="the model's settings" className="flex flex-col gap-5">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </Loading>
  );
}
