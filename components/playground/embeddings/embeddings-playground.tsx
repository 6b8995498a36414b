"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { createEmbeddings } from "#lib/contract/embeddings.ts";
import { formatCount } from "#lib/format.ts";
import { browserOnly } from "../browser-only.tsx";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { requestJson } from "../media/request-json.ts";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { supports } from "../parameters.ts";
import {
  changedCount,
  type EmbeddingsForm,
  embeddingsBody,
  linesOf,
  MOST_LINES,
  problemOf,
  readForm,
} from "./embeddings-form.ts";
import { embeddingsRequest } from "./embeddings-request.ts";
import { type EmbeddingsOutput, EmbeddingsResult } from "./embeddings-result.tsx";
import { EmbeddingsSettings } from "./embeddings-settings.tsx";
import { numbersOf } from "./vectors.ts";

const EXAMPLE = `How do I reset my password?
I forgot my password and cannot sign in
The password was reset yesterday
What does shipping to Norway cost?
Shipping to Norway is free from 50 euros`;

/** Texts as vectors: their length, and their similarity. */
export const EmbeddingsPlayground = browserOnly(EmbeddingsEditor);

function EmbeddingsEditor() {
  const models = useModelsWithOutput("embeddings");
  const playground = useMediaPlayground<EmbeddingsForm, EmbeddingsOutput>({
    mode: "embeddings",
    firstModel: "local/word-hash",
    models,
    readForm,
  });
  const { form, setForm } = playground;
  const bodyFor = (model: string) => embeddingsBody(model, form, playground.modelOf(model)?.supported_parameters);
  const count = linesOf(form).length;
  const supported = playground.modelOf(playground.model)?.supported_parameters;
  const ask = async (model: string, live: Live<EmbeddingsOutput>) => {
    const response = await requestJson(createEmbeddings, bodyFor(model), live);
    const vectors = response.data.map(({ embedding }) => numbersOf(embedding));
    return { texts: linesOf(form), vectors, tokens: response.usage.total_tokens };
  };
  return (
    <MediaFrame
      playground={playground}
      ask={ask}
      verb="Embed"
      problem={problemOf(form, supports(supported, "dimensions"))}
      request={embeddingsRequest(playground.model, form, supported)}
      changedCount={changedCount(form)}
      settings={<EmbeddingsSettings form={form} setForm={setForm} supported={supported} />}
      input={
        <Field
          label="Texts"
          hint={`One per line, up to ${MOST_LINES}`}
          aside={count > 0 && `${count} of ${MOST_LINES}`}
        >
          <Textarea
            className="min-h-30"
            value={form.text}
            onChange={(event) => setForm({ text: event.target.value })}
            placeholder="Text to embed"
          />
        </Field>
      }
      empty={
        <div className="flex flex-col items-start gap-3">
          <p>Vector lengths appear here, with the similarity of the texts if there are several.</p>
          {count === 0 && <Button onClick={() => setForm({ text: EXAMPLE })}>Fill in an example</Button>}
        </div>
      }
      measures={({ tokens }) => [{ name: "Tokens", text: formatCount(tokens) }]}
    >
      {(result) => <EmbeddingsResult embedded={result} />}
    </MediaFrame>
  );
}
