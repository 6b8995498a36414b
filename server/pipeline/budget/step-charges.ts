import type { GenerationRow } from "#server/data/generations.ts";
import type { Spent } from "#server/ledger/limits/limits.ts";
import { type Cost, sumOfCosts } from "#server/ledger/prices/cost.ts";
import { lessUsage } from "#server/ledger/prices/less-usage.ts";
import type { OtherModel } from "#server/ledger/prices/other-models.ts";
import { addUsage } from "#server/providers/usage/add-usage.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { Attempt } from "../model-call.ts";
import type { Charge } from "./charge.ts";
import type { CountedUsage } from "./measure.ts";
import { type PaidPart, spentOn } from "./paid-part.ts";

/** A call of a server tool as the ledger row lists it, without its texts. */
export type StepTool = {
  name: string;
  server: string;
  /** The registered MCP server of the tool. */
  slug?: string;
  isError: boolean;
  durationMs: number;
};

/**
 * One step of a call with server tools as the ledger row lists it: a response of the model, and the tools that ran
 * after it. `startedMs`: since the request arrived.
 */
export type Step = {
  model: string;
  provider: string;
  endpoint: string;
  usage: Usage;
  costNanoUsd: number;
  startedMs: number;
  durationMs: number;
  finish: string | null;
  tools: StepTool[];
};

/** The usage and cost of one step, at its own candidate's prices. `reportedNanoUsd`: what its provider reported. */
export type StepCharge = {
  step: Step;
  counted: CountedUsage;
  charge: Charge;
  reportedNanoUsd: number | null;
  serviceTier: string | null;
  isByok: boolean;
  /** The charge by who pays it. */
  parts: PaidPart[];
  firstContentMs: number | undefined;
};

/** Returns what a step used and cost. `arrivedMs`: `performance.now()` when the request arrived. */
export function stepCharge(
  { candidate, state, startedMs }: Attempt,
  counted: CountedUsage,
  charge: Charge,
  arrivedMs: number,
): StepCharge {
  const { endpoint, provider } = candidate;
  return {
    counted,
    charge,
    reportedNanoUsd: (state.rawUsage && provider.reportedCost?.(state.rawUsage)) ?? null,
    serviceTier: charge.serviceTier,
    isByok: candidate.isByok,
    parts: [{ cost: charge.cost, credentialId: candidate.own?.id ?? null }],
    firstContentMs: state.firstContentMs,
    step: {
      model: endpoint.model,
      provider: provider.id,
      endpoint: endpoint.id,
      usage: counted.usage,
      costNanoUsd: charge.cost.nanoUsd,
      startedMs: Math.round(startedMs - arrivedMs),
      durationMs: Math.round(performance.now() - startedMs),
      finish: state.nativeFinish ?? null,
      tools: [],
    },
  };
}

/** Returns a step with only tools, which costs nothing. */
export function toolStep(attempt: Attempt, arrivedMs: number): StepCharge {
  const free: Cost = { nanoUsd: 0, lines: [], unpriced: [] };
  const charge: Charge = { cost: free, own: free, others: [], serviceTier: null, unpriced: [] };
  return {
    ...stepCharge(attempt, { usage: { requests: 0 }, estimated: false }, charge, arrivedMs),
    reportedNanoUsd: 0,
  };
}

/**
 * Returns the columns of a ledger row for all steps: `finished`, and `current`. Every finished step is listed with its
 * own prices; so is the current one if the request `isOver`.
 */
export function stepColumns(
  finished: readonly StepCharge[],
  current: StepCharge,
  arrivedMs: number,
  isOver: boolean,
): Partial<GenerationRow> {
  const all = isStarted(current) ? [...finished, current] : finished;
  const entries = isOver ? all.flatMap(chargesOf) : [...finished.flatMap(chargesOf), ...current.charge.others];
  const first = all.find(({ firstContentMs }) => firstContentMs !== undefined)?.firstContentMs;
  const spent = spentOn(partsOf(all));
  const reported = all.map(({ reportedNanoUsd }) => reportedNanoUsd);
  return {
    usage: all.reduce<Usage>((sum, { counted }) => addUsage(sum, { requests: 1, ...counted.usage }), {}),
    usageEstimated: all.some(({ counted }) => counted.estimated),
    costNanoUsd: spent.costNanoUsd,
    byokNanoUsd: splitOf(spent, current.isByok),
    reportedCostNanoUsd: reported.includes(null) ? null : reported.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    otherModels: entries,
    priceIds: isOver ? [] : current.charge.own.lines.map(({ priceId }) => priceId),
    unpriced: [...new Set(all.flatMap(({ charge }) => charge.unpriced))],
    firstTokenMs: first === undefined ? null : Math.round(first - arrivedMs),
    steps: all.map(({ step }) => step),
  };
}

/** Returns a row's BYOK share of a cost that both sides pay; null if one side pays all of it. */
export function splitOf({ costNanoUsd, byokNanoUsd }: Spent, isByok: boolean): number | null {
  return byokNanoUsd === (isByok ? costNanoUsd : 0) ? null : byokNanoUsd;
}

export function partsOf(steps: readonly StepCharge[]): PaidPart[] {
  return steps.flatMap(({ parts }) => parts);
}

/** Returns the cost of several steps, rounded once. */
export function costOfSteps(steps: readonly StepCharge[]): number {
  return sumOfCosts(steps.map(({ charge }) => charge.cost)).nanoUsd;
}

/** Returns whether the model has responded in this step: after its last step a call may still wait for tools. */
export function isStarted({ counted, firstContentMs }: StepCharge): boolean {
  return firstContentMs !== undefined || Object.keys(counted.usage).length > 0;
}

function chargesOf({ step, counted, charge, serviceTier, isByok }: StepCharge): OtherModel[] {
  const own = charge.others.reduce((usage, other) => lessUsage(usage, other.usage), counted.usage);
  const priceIds = charge.own.lines.map(({ priceId }) => priceId);
  return [
    {
      model: step.model,
      modelEndpoint: step.endpoint,
      usage: { requests: 1, ...own },
      priceIds,
      unpriced: charge.own.unpriced,
      serviceTier,
      isByok,
    },
    ...charge.others.map((other) => ({ isByok, ...other })),
  ];
}
