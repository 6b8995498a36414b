import { expect, vi } from "vitest";
import type { ApiResult } from "#tests/support/servers/gateway.ts";

/** Calls the API with a management key. */
type Place = { call(method: string, path: string, body?: unknown): Promise<ApiResult> };

const HOUR_MS = 3_600_000;

const rule = () => ({
  name: `rule-${crypto.randomUUID()}`,
  kind: "spend_threshold",
  params: { interval: "daily", limit_usd: 1_000 },
});

const channel = () => ({
  type: "webhook",
  name: `channel-${crypto.randomUUID()}`,
  config: { url: "https://receiver.invalid/alerts" },
});

/** A valid request for each administrative write of alerts, by the id of its endpoint. */
export const alertWrites: Record<string, (place: Place) => Promise<ApiResult>> = {
  acknowledgeAlert: async (place) => place.call("POST", `/alerts/${await newAlert(place)}/acknowledge`),
  snoozeAlert: async (place) =>
    place.call("POST", `/alerts/${await newAlert(place)}/snooze`, {
      until: new Date(Date.now() + HOUR_MS).toISOString(),
    }),
  createAlertRule: ({ call }) => call("POST", "/alert-rules", rule()),
  updateAlertRule: async (place) =>
    place.call("PATCH", `/alert-rules/${await newId(place, "/alert-rules", rule())}`, { name: "Renamed" }),
  deleteAlertRule: async (place) => place.call("DELETE", `/alert-rules/${await newId(place, "/alert-rules", rule())}`),
  createAlertChannel: ({ call }) => call("POST", "/alert-channels", channel()),
  updateAlertChannel: async (place) =>
    place.call("PATCH", `/alert-channels/${await newId(place, "/alert-channels", channel())}`, { name: "Renamed" }),
  deleteAlertChannel: async (place) =>
    place.call("DELETE", `/alert-channels/${await newId(place, "/alert-channels", channel())}`),
};

/** Opens an alert about a key that expires soon and returns the alert's id. */
export async function newAlert(place: Place, fields: object = {}): Promise<string> {
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
  const key = { name: `key-${crypto.randomUUID()}`, expires_at, ...fields };
  const hash = await newId(place, "/keys", key, "hash");
  const expiring = { name: `rule-${crypto.randomUUID()}`, kind: "key_expiring", params: {}, ...fields };
  const ruleId = await newId(place, "/alert-rules", expiring);
  return vi.waitFor(
    async () => {
      const id = await alertAbout(place, ruleId, hash);
      expect(id).toBeDefined();
      return id as string;
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function alertAbout({ call }: Place, ruleId: string, subject: string): Promise<string | undefined> {
  const workspace = (await call("GET", `/alert-rules/${ruleId}`)).body.data.workspace_id;
  const { data } = (await call("GET", `/alerts?workspace_id=${workspace}&rule_id=${ruleId}`)).body;
  return data.find((one: { subject: string }) => one.subject === subject)?.id;
}

async function newId({ call }: Place, path: string, body: unknown, id = "id"): Promise<string> {
  const response = await call("POST", path, body);
  expect([path, response.status, response.body?.error]).toEqual([path, 201, undefined]);
  return response.body.data[id];
}
