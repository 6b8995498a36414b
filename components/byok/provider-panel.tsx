"use client";

import { useState } from "react";
import { Panel } from "#components/ui/display/panel.tsx";
import { Table, TableBody, TableHead, TableHeader } from "#components/ui/display/table.tsx";
import { type Credential, nameOf } from "./credential-status.tsx";
import type { ProviderGroup, Section } from "./list/credential-order.ts";
import { CredentialRow } from "./list/credential-row.tsx";
import { useReorder } from "./list/use-reorder.ts";
import { effectOfStrategy } from "./pools/strategies.ts";
import { StrategySelect } from "./pools/strategy-select.tsx";
import { usePools } from "./pools/use-pools.ts";
import { useProviders } from "./use-providers.ts";

/** The keys for one provider, in the order they are tried, and the fallback after them. */
export function ProviderPanel({ group }: { group: ProviderGroup }) {
  const { nameOfProvider } = useProviders();
  const { move, said } = useReorder();
  const name = nameOfProvider(group.provider);
  const { strategyOf } = usePools();
  const all = group.sections.flatMap(({ credentials }) => credentials);
  const isOrdered = group.sections.every((one) => strategyOf(group.provider, one.everyWorkspace) === "ordered");
  return (
    <Panel title={name} description={all.length > 1 && isOrdered ? "Tried from top to bottom" : undefined} flush>
      <Table caption={`${name} keys`} stickyFirst={false} className="table-fixed">
        <TableHead>
          <TableHeader className="w-16">
            <span className="sr-only">Order</span>
          </TableHeader>
          <TableHeader>Name</TableHeader>
          <TableHeader className="w-[28%]">Status</TableHeader>
          <TableHeader numeric className="w-32">
            Spend this month
          </TableHeader>
          <TableHeader className="w-28 max-xl:hidden">Last success</TableHeader>
          <TableHeader className="w-44 max-lg:hidden">Last failure</TableHeader>
          <TableHeader className="w-12">
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableHead>
        {group.sections.map((section, index) => (
          <SectionRows
            key={section.id}
            section={section}
            provider={group.provider}
            before={group.sections.slice(0, index).reduce((sum, { credentials }) => sum + credentials.length, 0)}
            titled={all.length > 1}
            move={move}
          />
        ))}
      </Table>
      <p className="px-4 py-2.5 text-muted text-xs">{lastResort(all, name)}</p>
      <span role="status" className="sr-only">
        {said}
      </span>
    </Panel>
  );
}

type SectionRowsProps = {
  section: Section;
  provider: string;
  /** Number of keys tried before this section. */
  before: number;
  titled: boolean;
  move: ReturnType<typeof useReorder>["move"];
};

function SectionRows({ section, provider, before, titled, move }: SectionRowsProps) {
  const { everyWorkspace, credentials } = section;
  const strategy = usePools().strategyOf(provider, everyWorkspace);
  const [dragged, setDragged] = useState<Credential>();
  const drag = { dragged, start: setDragged, end: () => setDragged(undefined) };
  return (
    <TableBody>
      {titled && (
        <tr className="border-b max-md:block">
          <th
            colSpan={7}
            scope="rowgroup"
            className="bg-well px-4 py-1 text-left md:h-7 font-normal text-muted text-xs max-md:block"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {titleOf(section)}
                {credentials.length > 1 && strategy !== "ordered" && `: ${effectOfStrategy(strategy)}`}
              </span>
              {credentials.length > 1 && (
                <StrategySelect provider={provider} everyWorkspace={everyWorkspace} strategy={strategy} />
              )}
            </span>
          </th>
        </tr>
      )}
      {credentials.map((credential, place) => (
        <CredentialRow
          key={credential.id}
          credential={credential}
          place={place}
          before={before}
          places={credentials.length}
          isOrdered={strategy === "ordered"}
          drag={drag}
          onMove={(one, to) => void move(section, one, to)}
        />
      ))}
    </TableBody>
  );
}

function titleOf({ isFallback, everyWorkspace }: Section): string {
  const whose = everyWorkspace ? "all workspaces" : "this workspace";
  return isFallback ? `Fallback, ${whose}: used after the keys above` : `Main, ${whose}`;
}

/** Describes what happens to a request that none of the customer's keys can serve. */
function lastResort(all: readonly Credential[], provider: string): string {
  const active = all.filter((one) => !one.disabled);
  if (active.length === 0) return `No active keys. Requests use the ${provider} system credential, if there is one.`;
  const only = active.find((one) => one.is_byok_only);
  if (only)
    return `Then the request fails: ${nameOf(only)} rules out the ${provider} system credential for every model.`;
  const required = active.find((one) => one.is_required);
  if (required) {
    return `Then the request fails for models in the scope of ${nameOf(required)}. Other models use the ${provider} system credential.`;
  }
  return `Then the ${provider} system credential, if there is one.`;
}
