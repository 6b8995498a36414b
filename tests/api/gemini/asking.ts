import { expect } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { type Event, eventsIn } from "../../pipeline/calling.ts";

export const FLASH = "google/gemini-2.5-flash";

/** Returns a request with one user turn. */
export const asking = (...parts: Body[]) => ({ contents: [{ role: "user", parts }] });

type Options = { model?: string; stream?: boolean; key?: string };

/** Sends a request in Google's form, and returns the status and the text of the response. */
export async function ask(gateway: TestGateway, body: Body, { model = FLASH, stream = false, key }: Options = {}) {
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  const response = await fetch(`${gateway.url}/v1beta/models/${model}:${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": key ?? gateway.managementKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The same for a request that succeeds: returns all responses, which are one or those of a stream. */
export async function responsesOf(gateway: TestGateway, body: Body, options: Options = {}): Promise<Event[]> {
  const { status, text } = await ask(gateway, body, options);
  expect(status, text).toBe(200);
  return options.stream ? eventsIn(text) : [JSON.parse(text)];
}

/** Returns all parts but the empty text at the end of a stream. */
export const partsIn = (responses: Event[]): Body[] =>
  responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []).filter((part) => !isEmptyText(part));

const isEmptyText = ({ text, ...others }: Body) => text === "" && Object.keys(others).length === 0;
