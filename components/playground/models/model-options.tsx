"use client";

import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useState } from "react";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { PopoverBox } from "#components/ui/overlays/popover-box.tsx";
import { cn } from "#lib/cn.ts";
import { formatCompact, formatPerMillion } from "#lib/format.ts";
import { mainUnitPrice } from "#lib/price-units.ts";
import { tokenPrice } from "#lib/token-price.ts";
import { type CatalogueModel, searchModels } from "./model-search.ts";
import { useModelList } from "./use-model-list.ts";

type ModelOptionsProps = AnchoredLayer & { label: string; value: string; onChoose: (model: string) => void };

/** The model options in the picker's popover. */
export function ModelOptions({ value, onChoose, ...layer }: ModelOptionsProps) {
  return (
    <PopoverBox {...layer} className="w-120 overflow-hidden p-0">
      <ModelList value={value} onChoose={onChoose} />
    </PopoverBox>
  );
}

function ModelList({ value, onChoose }: { value: string; onChoose: (model: string) => void }) {
  const { models, modelsFailed, recentModels } = useModelList();
  const [search, setSearch] = useState("");
  const { groups, left } = searchModels(models ?? [], search, recentModels, value);
  const typed = search.trim();
  const unknown = typed.includes("/") && !models?.some(({ id }) => id === typed);
  return (
    <Command label="Models" shouldFilter={false} loop>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        placeholder="Search by name, author or provider"
        className="h-10 w-full border-b bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1" tabIndex={-1}>
        <Command.Empty className="px-2 py-3 text-muted text-sm">
          {models || modelsFailed ? "No models match" : "Loading models"}
        </Command.Empty>
        {groups.map(({ heading, models: entries }) => (
          <Command.Group key={heading} heading={heading} className={GROUP}>
            {entries.map((model) => (
              <ModelOption
                key={model.id}
                model={model}
                chosen={model.id === value}
                onSelect={() => onChoose(model.id)}
              />
            ))}
          </Command.Group>
        ))}
        {unknown && (
          <Command.Item value={`typed ${typed}`} onSelect={() => onChoose(typed)} className={ITEM}>
            Use <span className="font-mono">{typed}</span>, which is not in the catalogue
          </Command.Item>
        )}
      </Command.List>
      {(left > 0 || modelsFailed) && (
        <p className="border-t px-3 py-2 text-muted text-xs">
          {modelsFailed ? "The catalogue could not be loaded. Type author/name." : `${left} more: search to see them`}
        </p>
      )}
    </Command>
  );
}

const GROUP =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs";
const ITEM =
  "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-well pointer-coarse:min-h-11";

type ModelOptionProps = { model: CatalogueModel; chosen: boolean; onSelect: () => void };

function ModelOption({ model, chosen, onSelect }: ModelOptionProps) {
  const { pricing, context_length: context, providers, available } = model;
  const { price, title } = shownPrice(pricing);
  return (
    <Command.Item value={model.id} onSelect={onSelect} className={ITEM}>
      <Check aria-hidden className={cn("size-4 shrink-0 text-accent-ink", !chosen && "invisible")} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cn("truncate font-mono", !available && "text-muted")}>{model.id}</span>
        <span className="flex justify-between gap-3 text-muted text-xs">
          <span className="truncate">{providers.join(", ")}</span>
          <span className="shrink-0" title={title}>
            {price}
            {context !== null && ` · ${formatCompact(context)} context`}
          </span>
        </span>
      </span>
      {chosen && <span className="sr-only">, selected</span>}
    </Command.Item>
  );
}

const PER_MILLION = "USD per million tokens";

/** Returns a model's prices: for input and output tokens, or for its own unit. */
function shownPrice(pricing: CatalogueModel["pricing"]): { price: string; title: string } {
  const unit = mainUnitPrice(pricing);
  if (unit) return { price: `${unit.price} per ${unit.per}`, title: `USD per ${unit.per}` };
  const input = formatPerMillion(pricing.prompt);
  const output = formatPerMillion(pricing.completion);
  if (input === "Free" && output === "Free") return { price: "Free", title: PER_MILLION };
  const givesTokens = tokenPrice(pricing, "completion") !== undefined || Number(pricing.completion) < 0;
  return { price: givesTokens ? `${input} in, ${output} out` : `${input} in`, title: PER_MILLION };
}
