import { connect as connectTcp } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { textIn } from "../calling.ts";
import { connect, rejection } from "./connect.ts";

const gateway = sharedGateway({ upstream: sharedUpstream(), providers: ["openai"] });

describe("handshakes of WebSockets", () => {
  test("need an API key, and take no console session", async () => {
    expect(await rejection(gateway, { key: null })).toMatchObject({ status: 401, body: { error: { code: 401 } } });
    expect(await rejection(gateway, { key: "sk-sb-nobody" })).toMatchObject({ status: 401 });
    const headers = { cookie: "better-auth.session_token=anything", origin: "https://elsewhere.example" };
    expect(await rejection(gateway, { key: null, headers })).toMatchObject({ status: 401 });
  });

  test("reach the same path below /v1", async () => {
    const { turn, socket } = await connect(gateway, { path: "/v1/responses" });
    expect(textIn(await turn({ type: "response.create", model: "openai/gpt-5-mini", input: "Hi" }))).toBe(
      "You said: Hi",
    );
    socket.close();
  });

  test("that are malformed get the envelope", async () => {
    const socket = connectTcp(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(
      `GET /api/v1/responses HTTP/1.1\r\nHost: gateway\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer ${gateway.managementKey}\r\n\r\n`,
    );
    const response = await text(socket);
    expect(response).toContain("HTTP/1.1 400");
    expect(response).toContain('"code":400');
  });

  test("are what the path needs without a POST", async () => {
    const { status, headers } = await gateway.call("GET", "/responses");
    expect({ status, upgrade: headers.get("upgrade") }).toEqual({ status: 426, upgrade: "websocket" });
  });
});
