import { expect, test } from "vitest";
import {
  findingSeries,
  findingsFile,
  findingsOf,
  type Hit,
  outcomeOf,
  timesIn,
} from "#components/activity/findings.ts";

const START = "2026-11-24T10:00:00.000Z";
const END = "2026-11-24T13:00:00.000Z";
const hit = (more: Partial<Hit>): Hit => ({
  time: START,
  guardrail_id: "one",
  action: "block",
  shadow: false,
  matches: 1,
  ...more,
});

test("findings are added up by guardrail and outcome, those in shadow mode apart, with the previous period", () => {
  const hits = [
    hit({ matches: 2 }),
    hit({ matches: 3, time: "2026-11-24T11:00:00.000Z" }),
    hit({ shadow: true, matches: 9 }),
  ];
  const before = [hit({ matches: 4 }), hit({ guardrail_id: "two", action: "flag", matches: 7 })];
  expect(findingsOf(hits, undefined)).toEqual([
    { id: "one", outcome: "Blocked in shadow mode", now: 9 },
    { id: "one", outcome: "Blocked", now: 5 },
  ]);
  const compared = findingsOf(hits, before);
  expect(compared).toEqual([
    { id: "one", outcome: "Blocked in shadow mode", now: 9, before: 0 },
    { id: "one", outcome: "Blocked", now: 5, before: 4 },
    { id: "two", outcome: "Flagged", now: 0, before: 7 },
  ]);
  expect(findingsFile(compared.slice(1), (id) => `Rule ${id}`)).toBe(
    "Guardrail,guardrail_id,Outcome,findings,findings_before\r\nRule one,one,Blocked,5,4\r\nRule two,two,Flagged,0,7\r\n",
  );
});

test("the chart has a bar for each bucket of the range, also without findings", () => {
  const times = timesIn({ start: START, end: END }, "hour");
  const hits = [hit({ matches: 2 }), hit({ time: "2026-11-24T12:00:00.000Z" }), hit({ shadow: true })];
  const series = findingSeries(hits, times, (one) => ({ entity: outcomeOf(one), label: outcomeOf(one) }));
  expect(series).toEqual([
    { entity: "Blocked", label: "Blocked", values: [2, 0, 1] },
    { entity: "Blocked in shadow mode", label: "Blocked in shadow mode", values: [1, 0, 0] },
  ]);
});
