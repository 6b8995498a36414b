"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { KEY_PLACEHOLDER, requestSamples } from "#lib/request-samples.ts";
import { Tokens } from "./measures.tsx";
import type { Model } from "./model-filters.ts";

/** A model's ids, inputs, outputs and other facts. */
export function ModelFacts({ model }: { model: Model }) {
  const { baseUrl = "" } = useShell();
  const { input_modalities: inputs, output_modalities: outputs } = model.architecture;
  const makesText = outputs.includes("text");
  const output = makesText ? "text" : (outputs[0] ?? "text");
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <CodeBlock
        label="Example request"
        samples={requestSamples({ baseUrl, model: model.id, key: KEY_PLACEHOLDER, output })}
      />
      <Panel title="Details">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm [&_dt]:text-muted">
          <dt>Input</dt>
          <dd>{inputs.join(", ")}</dd>
          <dt>Output</dt>
          <dd>{outputs.join(", ")}</dd>
          {(makesText || model.context_length !== null) && (
            <>
              <dt>Context</dt>
              <dd>
                <Tokens count={model.context_length} />
              </dd>
            </>
          )}
          {makesText && (
            <>
              <dt>Max output</dt>
              <dd>
                <Tokens count={model.top_provider.max_completion_tokens} />
              </dd>
            </>
          )}
          <dt>Released</dt>
          <dd>
            <Time value={model.created * 1000} format="date" />
          </dd>
          {makesText && (
            <>
              <dt>Knowledge cutoff</dt>
              <dd>{model.knowledge_cutoff ?? <span title="Not stated">–</span>}</dd>
            </>
          )}
          {(makesText || model.supported_parameters.length > 0) && (
            <>
              <dt>Parameters</dt>
              <dd>
                <ul className="flex flex-wrap gap-1">
                  {model.supported_parameters.map((parameter) => (
                    <li key={parameter} className="break-all rounded-sm bg-well px-1.5 font-mono text-xs leading-5">
                      {parameter}
                    </li>
                  ))}
                </ul>
                {model.supported_parameters.length === 0 && <span title="Not stated by the providers">–</span>}
              </dd>
            </>
          )}
        </dl>
      </Panel>
    </div>
  );
}
