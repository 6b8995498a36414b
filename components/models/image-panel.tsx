"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel } from "#components/ui/display/panel.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { listImageModelEndpoints, listImageModels } from "#lib/contract/image-models.ts";
import { usdPerMillion } from "#lib/format.ts";
import { usdColumn } from "#lib/usd-column.ts";
import type { Model } from "./model-filters.ts";
import { partsOf } from "./model-name.ts";

type Endpoint = ResponseOf<typeof listImageModelEndpoints>["endpoints"][number];
type Capability = Endpoint["supported_parameters"][string];

/** Each provider's parameters and prices for an image model; nothing for a model that generates images in a chat. */
export function ImagePanel({ model }: { model: Model }) {
  const makesImages = model.architecture.output_modalities.includes("image");
  const listed = useQuery({ ...query(listImageModels), enabled: makesImages });
  const isServed = listed.data?.data.some(({ id }) => id === model.id) ?? false;
  const answer = useQuery({ ...query(listImageModelEndpoints, { params: partsOf(model.id) }), enabled: isServed });
  const endpoints = answer.data?.endpoints ?? [];
  if (endpoints.length === 0) return null;
  return (
    <Panel title="Image generation" description="Parameters and prices of each provider for POST /images">
      {endpoints.map((endpoint) => (
        <section key={endpoint.provider_slug} className="not-first:mt-4 not-first:border-t not-first:pt-4 text-sm">
          <h3 className="flex flex-wrap items-center gap-1.5 pb-2 font-medium">
            {endpoint.provider_name}
            {endpoint.supports_streaming && <Badge>streams partial images</Badge>}
            {!endpoint.available && <Badge>no provider key</Badge>}
          </h3>
          <Charges pricing={endpoint.pricing} />
          <Capabilities parameters={endpoint.supported_parameters} passed={endpoint.allowed_passthrough_parameters} />
        </section>
      ))}
    </Panel>
  );
}

const BILLABLES: Record<string, string> = {
  output_image: "Output image",
  input_image: "Input image",
  input_reference: "Reference",
  input_text: "Prompt",
};

function Charges({ pricing }: { pricing: Endpoint["pricing"] }) {
  const format = usdColumn(pricing.map(shownUsd));
  return (
    <dl>
      {pricing.map((charge) => {
        const { billable, unit, variant } = charge;
        return (
          <div
            key={`${billable} ${unit} ${variant}`}
            className="flex min-h-8 items-center justify-between gap-4 border-b last:border-b-0"
          >
            <dt>
              {BILLABLES[billable] ?? billable}
              {variant && <span className="text-muted">, {variant}</span>}
            </dt>
            <dd className="whitespace-nowrap">
              {shownUsd(charge) === 0 ? "Free" : format(shownUsd(charge))}{" "}
              <span className="text-muted text-xs">/ {unit === "token" ? "M tokens" : unit}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Returns a charge in the unit that is shown: per million tokens, or per image. */
function shownUsd({ unit, cost_usd: cost }: Endpoint["pricing"][number]): number | null {
  return unit === "token" ? usdPerMillion(cost) : cost;
}

function Capabilities({
  parameters,
  passed,
}: {
  parameters: Endpoint["supported_parameters"];
  passed: readonly string[];
}) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 [&_dt]:font-mono [&_dt]:text-muted [&_dt]:text-xs [&_dt]:leading-5">
      {Object.entries(parameters).map(([name, capability]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>
            <Values name={name} capability={capability} />
          </dd>
        </div>
      ))}
      {passed.length > 0 && (
        <div className="contents">
          <dt>provider.options</dt>
          <dd className="font-mono text-xs leading-5">{passed.join(", ")}</dd>
        </div>
      )}
    </dl>
  );
}

function Values({ name, capability }: { name: string; capability: Capability }) {
  if (capability.type === "range") return `${capability.min} to ${capability.max}`;
  if (capability.type === "boolean") return name === "size" ? "pixels, such as 1536x1024" : "supported";
  return (
    <ul className="flex flex-wrap gap-1">
      {capability.values.map((value) => (
        <li key={value} className="rounded-sm bg-well px-1.5 font-mono text-xs leading-5">
          {value}
        </li>
      ))}
    </ul>
  );
}
