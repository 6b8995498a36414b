import { expect, test } from "vitest";
import { toolSteps } from "#components/logs/panel/tool-steps.ts";

const step = {
  model: "openai/gpt-5-mini",
  provider_name: "openai",
  endpoint_id: "e",
  usage_units: {},
  cost_nano_usd: 1_500_000,
  started: 10,
  latency: 300,
  native_finish_reason: "tool_calls",
};

test("each step is followed by its tools, which start when the model's response is complete", () => {
  const tools = [
    { name: "datetime", server_label: "switchboard", is_error: false, latency: 2 },
    { name: "add", server_label: "maths", is_error: true, latency: 40 },
  ];
  expect(
    toolSteps({
      steps: [
        { ...step, tools },
        { ...step, started: 360, tools: [] },
      ],
    }),
  ).toEqual([
    { label: "Step 1, openai", startMs: 10, durationMs: 300, outcome: "ok", detail: "$0.0015" },
    { label: "datetime", startMs: 310, durationMs: 2, outcome: "ok" },
    { label: "maths: add", startMs: 310, durationMs: 40, outcome: "failed", detail: "returned an error" },
    { label: "Step 2, openai", startMs: 360, durationMs: 300, outcome: "ok", detail: "$0.0015" },
  ]);
});
