import { estimateTokenCount } from "tokenx";
import { isRecord } from "#lib/is-record.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Modality, Model, ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { HttpError } from "#server/errors.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { promptTokens } from "../budget/prompt-size.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { accessibleEndpoints } from "../planning/accessible-endpoints.ts";
import { endpointRefusal, modelRefusal } from "../planning/guardrail-routing.ts";
import { typicalPrice } from "../planning/sorting-price.ts";
import type { PluginNote } from "./plugin-note.ts";

const AUTO = /^(?:switchboard|openrouter)\/auto(?:-beta)?$/;

/** Returns whether a request leaves the choice of the model to the gateway. */
export function isAutoModel(model: unknown): boolean {
  return typeof model === "string" && AUTO.test(model);
}

/** The upper end of each tier as a share of the choices, sorted by price. */
const TIERS = { low: 0.25, medium: 0.5, high: 0.75, xhigh: 0.9, max: 1 } as const;
type Tier = keyof typeof TIERS;

/** One model to choose, at its cheapest endpoint. `uptime`: percent; both null without recent traffic. */
type Choice = { model: Model; price: number; uptime: number | null; latencyMs: number | null };

const FALLBACKS = 2;

/**
 * Returns the body with the model that suits it best: one that supports the request, in the requested cost tier,
 * with the best success rate, then latency, then price in this deployment. The next best ones are its fallbacks. Throws
 * HttpError 404 if no model is left.
 */
export function routeAutomatically(
  gateway: PipelineGateway,
  principal: Principal,
  body: Body,
  settings: Body,
  notes: PluginNote[],
): Body {
  const needs = needsOf(body);
  const choices = choicesOf(gateway, principal, settings, needs).sort((one, other) => one.price - other.price);
  if (choices.length === 0) {
    throw new HttpError(404, `The auto router found no model that ${needs.words.join(", ") || "may be used"}`, {
      metadata: { reason: "no_provider" },
    });
  }
  const tier = tierOf(settings);
  const ranked = inTier(choices, tier).sort(better);
  const chosen = ranked.slice(0, FALLBACKS + 1);
  const best = chosen[0] as Choice;
  notes.push({
    name: "auto-router",
    type: "plugin",
    summary: `Chose ${best.model.id} of ${choices.length} models: cost tier ${tier}, ${wordsFor(best)}`,
    data: {
      cost_tier: tier,
      needs: needs.words,
      considered: choices.length,
      ranked: chosen.map(({ model }) => model.id),
    },
  });
  const { models: _, ...rest } = body;
  const fallbacks = chosen.slice(1).map(({ model }) => model.id);
  return withNumbersOf(body, { ...rest, model: best.model.id, ...(fallbacks.length > 0 && { models: fallbacks }) });
}

function tierOf({ cost_tier: tier, cost_quality_tradeoff: tradeoff }: Body): Tier {
  if (typeof tier === "string" && tier in TIERS) return tier as Tier;
  // The older setting goes from 0 (quality) to 10 (cost).
  if (typeof tradeoff === "number") return tradeoff >= 7 ? "low" : tradeoff >= 4 ? "medium" : "high";
  return "medium";
}

/** Returns the choices of a tier, cheapest first in `choices`; a tier is never empty. */
function inTier(choices: readonly Choice[], tier: Tier): Choice[] {
  const tiers = Object.keys(TIERS) as Tier[];
  const before = tiers[tiers.indexOf(tier) - 1];
  const from = before ? Math.floor(choices.length * TIERS[before]) : 0;
  const to = Math.max(from + 1, Math.ceil(choices.length * TIERS[tier]));
  return choices.slice(Math.min(from, choices.length - 1), to);
}

/** A model without recent traffic is assumed to work, and comes after models that are known to work. */
function better(one: Choice, other: Choice): number {
  return (
    Math.round((other.uptime ?? 99) - (one.uptime ?? 99)) ||
    (one.latencyMs ?? Number.MAX_SAFE_INTEGER) - (other.latencyMs ?? Number.MAX_SAFE_INTEGER) ||
    one.price - other.price
  );
}

function wordsFor({ uptime, latencyMs }: Choice): string {
  if (uptime === null) return "no recent traffic";
  const latency = latencyMs === null ? "" : `, first content after ${Math.round(latencyMs)} ms`;
  return `${uptime.toFixed(1)}% of recent requests succeeded${latency}`;
}

function choicesOf(gateway: PipelineGateway, principal: Principal, settings: Body, needs: Needs): Choice[] {
  const { health, guardrails, now } = gateway;
  const { catalogue } = gateway.providerSets.of(principal);
  const { routing } = guardrails.effective(principal);
  const canAccess = accessibleEndpoints(gateway, principal);
  const isAllowed = nameFilter(settings);
  return catalogue.models().flatMap((model) => {
    if (!model.outputModalities.includes("text") || !isAllowed(model.id) || modelRefusal(routing, model)) return [];
    if (!needs.inputs.every((modality) => model.inputModalities.includes(modality))) return [];
    const served = catalogue
      .endpointsOf(model.id)
      .filter((endpoint) => suits(endpoint, needs) && !endpointRefusal(routing, endpoint) && canAccess(endpoint));
    const priced = served.map((endpoint) => ({
      price: typicalPrice(catalogue.pricesOf(endpoint.id, now())),
      reading: health.read(endpoint.id, now()),
    }));
    const [cheapest] = priced.sort((one, other) => one.price - other.price);
    if (!cheapest || cheapest.price === Number.MAX_SAFE_INTEGER) return [];
    const { uptime30m, latencyMs } = cheapest.reading;
    return [{ model, price: cheapest.price, uptime: uptime30m, latencyMs: latencyMs?.p50 ?? null }];
  });
}

function suits({ supportedParameters, contextLength, unpriced }: ModelEndpoint, needs: Needs): boolean {
  const fits = contextLength === null || contextLength >= needs.tokens;
  return !unpriced && fits && needs.parameters.every((name) => supportedParameters.includes(name));
}

/** `*` matches any characters. A model must match one of the allowed names and none of the excluded ones. */
function nameFilter({ allowed_models: allowed, excluded_models: excluded }: Body): (id: string) => boolean {
  const patterns = (names: unknown) => (Array.isArray(names) ? names.map((name) => patternOf(String(name))) : []);
  const [wanted, unwanted] = [patterns(allowed), patterns(excluded)];
  return (id) => (wanted.length === 0 || wanted.some((one) => one.test(id))) && !unwanted.some((one) => one.test(id));
}

function patternOf(name: string): RegExp {
  const escaped = name.split(/\*+/).map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "i");
}

/** What a request needs from a model, and a description of it. */
type Needs = { inputs: Modality[]; parameters: string[]; tokens: number; words: string[] };

const PART_INPUTS: Readonly<Record<string, Modality>> = {
  image_url: "image",
  input_image: "image",
  image: "image",
  input_audio: "audio",
  input_video: "video",
  video_url: "video",
};

const USUAL_OUTPUT = 1_024;

function needsOf(body: Body): Needs {
  const inputs = [...new Set(partTypes(body).flatMap((type) => PART_INPUTS[type] ?? []))];
  const format = [body.response_format, isRecord(body.text) ? body.text.format : undefined].find(isRecord);
  const parameters = [
    ...(recordsOf(body.tools).length > 0 ? ["tools"] : []),
    ...(format && format.type !== "text" ? ["response_format"] : []),
    ...(body.reasoning || body.thinking ? ["reasoning"] : []),
  ];
  const tokens = promptTokens(body, estimateTokenCount) + USUAL_OUTPUT;
  const words = [...inputs.map((name) => `reads ${name}`), ...parameters.map((name) => `supports ${name}`)];
  return { inputs, parameters, tokens, words };
}

function partTypes({ messages, input }: Body): string[] {
  return [...recordsOf(messages), ...recordsOf(input)].flatMap(({ content }) =>
    recordsOf(content).map(({ type }) => String(type)),
  );
}
