"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { rerank } from "#lib/contract/rerank.ts";
import { formatCount } from "#lib/format.ts";
import { browserOnly } from "../browser-only.tsx";
import type { Measure } from "../media/measure.ts";
import type { Live } from "../media/media-call.ts";
import { MediaFrame } from "../media/media-frame.tsx";
import { requestJson } from "../media/request-json.ts";
import { useMediaPlayground } from "../media/use-media-playground.ts";
import { useModelsWithOutput } from "../media/use-models-with-output.ts";
import { DocumentList } from "./document-list.tsx";
import { type RankedDocument, rankingOf } from "./ranking.ts";
import {
  newDocument,
  problemOf,
  type RerankForm,
  readForm,
  rerankBody,
  rerankRequest,
  textsOf,
  topProblem,
} from "./rerank-form.ts";
import { RerankResult } from "./rerank-result.tsx";

type Reranked = { ranking: readonly RankedDocument[]; asked: number; measures: readonly Measure[] };

/** Documents ordered by their relevance to a query. */
export const RerankPlayground = browserOnly(RerankEditor);

function RerankEditor() {
  const models = useModelsWithOutput("rerank");
  const playground = useMediaPlayground<RerankForm, Reranked>({
    mode: "rerank",
    firstModel: "local/word-overlap",
    models,
    readForm,
  });
  const { form, setForm } = playground;
  const ask = async (model: string, live: Live<Reranked>) => {
    const texts = textsOf(form);
    const { results, usage } = await requestJson(rerank, rerankBody(model, form), live);
    return { ranking: rankingOf(results, texts), asked: texts.length, measures: measuresOf(usage) };
  };
  return (
    <MediaFrame
      playground={playground}
      ask={ask}
      verb="Rank"
      problem={problemOf(form)}
      request={rerankRequest(playground.model, form)}
      changedCount={form.topN === null ? 0 : 1}
      settings={
        <Field label="Top N" hint="Number of results to return" error={topProblem(form)}>
          <NumberInput value={form.topN} onValueChange={(topN) => setForm({ topN })} placeholder="all" />
        </Field>
      }
      input={
        <div className="flex flex-col gap-4">
          <Field label="Query">
            <Input
              value={form.query}
              onChange={(event) => setForm({ query: event.target.value })}
              placeholder="Search query"
            />
          </Field>
          <DocumentList documents={form.documents} onChange={(documents) => setForm({ documents })} />
        </div>
      }
      empty={
        <div className="flex flex-col items-start gap-3">
          <p>The documents appear here by relevance, with their scores and previous positions.</p>
          {textsOf(form).length === 0 && <Button onClick={() => setForm(exampleForm())}>Fill in an example</Button>}
        </div>
      }
      measures={({ measures }) => measures}
    >
      {({ ranking, asked }) => <RerankResult ranking={ranking} asked={asked} />}
    </MediaFrame>
  );
}

function measuresOf(usage: { total_tokens?: number | undefined; search_units?: number | undefined }): Measure[] {
  const { total_tokens: tokens, search_units: units } = usage;
  return [
    ...(units === undefined ? [] : [{ name: "Searches", text: formatCount(units) }]),
    ...(tokens === undefined ? [] : [{ name: "Tokens", text: formatCount(tokens) }]),
  ];
}

function exampleForm(): Partial<RerankForm> {
  const documents = [
    "Parcels to Norway take four to six working days.",
    "A password is reset with the link on the sign-in page.",
    "Invoices are sent on the first day of each month.",
    "After five wrong passwords an account is locked for an hour.",
    "The sign-in page asks for the second factor after the password.",
  ];
  return { query: "How do I reset my password?", documents: documents.map((text) => newDocument(text)) };
}
