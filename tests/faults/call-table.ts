import { LANES, type Lane } from "#tests/failover/lanes.ts";
import { callLane, closeCircuits, script } from "#tests/failover/run-lane.ts";
import { type Observed, SCENARIOS, type Scenario, type Verdict, verdictOf } from "#tests/failover/scenarios.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";

/** One request of a scenario, from three sides. */
export type CallLine = {
  scenario: string;
  lane: string;
  verdict: Verdict;
  why: string;
  callerSees: string;
  ledgerRecords: string;
  costNanoUsd: number;
};

/**
 * Runs every scenario in every lane, and cut streams again with `provider.resume`. Lanes alternate between processes.
 */
export async function runCallTable(gateways: readonly TestGateway[], upstream: Upstream): Promise<CallLine[]> {
  const lines: CallLine[] = [];
  const resumable = SCENARIOS.filter(({ id }) => ["S08", "S09", "S10"].includes(id));
  for (const scenario of SCENARIOS) lines.push(...(await runScenario(gateways, upstream, scenario, LANES)));
  const streamed = LANES.filter(({ stream }) => stream);
  for (const scenario of resumable)
    lines.push(...(await runScenario(gateways, upstream, scenario, streamed, { resume: true })));
  return lines;
}

async function runScenario(
  gateways: readonly TestGateway[],
  upstream: Upstream,
  scenario: Scenario,
  lanes: readonly Lane[],
  routing: { resume?: true } = {},
): Promise<CallLine[]> {
  const fits = ({ dialect, primary }: Lane) =>
    !scenario.onlyChat || (dialect === "chat" && primary.provider === "groq");
  const lines = await Promise.all(
    lanes.filter(fits).map(async (lane, index) => {
      const gateway = gateways[index % gateways.length] as TestGateway;
      script(upstream, lane, scenario);
      const only = [lane.primary.provider, lane.fallback.provider];
      const seen = await callLane(gateway, upstream, lane, { provider: { only, ...routing } });
      const title = `${scenario.id} ${scenario.title}${routing.resume ? ", with provider.resume" : ""}`;
      return {
        scenario: title,
        lane: nameOf(lane),
        ...verdictOf(scenario, seen, lane),
        ...(await sidesOf(gateway, seen)),
      };
    }),
  );
  for (const gateway of gateways) await closeCircuits(gateway, upstream);
  return lines;
}

const NATIVE: Record<string, string> = { chat: "groq", responses: "openai", messages: "anthropic" };

function nameOf({ dialect, stream, primary: { provider } }: Lane): string {
  const kind = NATIVE[dialect] === provider ? "native" : "converted";
  return `${dialect}, ${stream ? "streamed" : "whole"}, ${kind} (${provider})`;
}

type Row = {
  provider_responses: { provider_name: string; status: number }[];
  cost_nano_usd: number;
  usage_estimated: boolean;
  error: unknown;
};

/** A resumed request has a row for each of its parts. */
async function sidesOf(gateway: TestGateway, seen: Observed) {
  const { body } = await gateway.call("GET", `/generations?request_id=${seen.requestId}`);
  const records = body.data.map(({ id }: { id: string }) => gateway.call("GET", `/generation?id=${id}`));
  const rows: Row[] = (await Promise.all(records)).map((answer) => answer.body.data).reverse();
  if (rows.length === 0) throw new Error(`no row of request ${seen.requestId}`);
  return {
    callerSees: sightOf(seen),
    ledgerRecords: rows.map(textOf).join(" + "),
    costNanoUsd: rows.reduce((sum, { cost_nano_usd }) => sum + cost_nano_usd, 0),
  };
}

function textOf({ provider_responses, usage_estimated, error }: Row): string {
  const tried = provider_responses.map(({ provider_name, status }) => `${provider_name} ${status}`);
  return `${tried.join(" → ")}; ${error === null ? "complete" : "error"}${usage_estimated ? ", usage estimated" : ""}`;
}

function sightOf({ outcome, status, error }: Observed): string {
  if (outcome === "answer") return "the whole response";
  if (outcome === "truncated") return "a truncated response without an error";
  return status === 200 ? "part of the response, then an error event" : `error ${status}: ${firstWords(error)}`;
}

function firstWords(error: string): string {
  const message = /"message":"([^"]*)/.exec(error)?.[1] ?? error;
  return message.length > 80 ? `${message.slice(0, 77)}...` : message;
}
