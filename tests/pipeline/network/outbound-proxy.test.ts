import { describe, expect, test } from "vitest";
import { startConnectProxy } from "#tests/support/network/connect-proxy.ts";
import { CERTIFICATE, startSecureFront } from "#tests/support/network/secure-front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";

const MODEL = "openai/gpt-5.4-mini";

const upstream = sharedUpstream();
const front = startedOnce(
  "front",
  () => startSecureFront(upstream.url),
  (started) => started.close(),
);

/** A gateway behind a proxy that responds with `status`. Only the proxy knows the host `name`. */
function behindProxy(status: number, name: string, more: Record<string, string> = {}) {
  const proxy = startedOnce(
    "proxy",
    () => startConnectProxy(front.port, status),
    (started) => started.close(),
  );
  const gateway = sharedGateway(() => ({
    upstream,
    env: {
      HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}`,
      OPENAI_BASE_URL: `https://${name}:${front.port}/openai/v1`,
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
      ...more,
    },
  }));
  return { proxy, gateway };
}

const ask = (stream: boolean, model = MODEL) => ({ model, input: "Hi", stream });

describe("with HTTPS_PROXY", () => {
  const { proxy, gateway } = behindProxy(200, "receiver.test");

  test("a provider is reached through a tunnel, with the proxy's credentials and by a name that only it knows", async () => {
    for (const stream of [false, true, false]) {
      const { status, body } = await gateway.call("POST", "/responses", ask(stream));
      expect(status).toBe(200);
      expect(stream ? body : body.status).toContain("completed");
    }
    const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
    expect(new Set(proxy.tunnels.map(({ to }) => to))).toEqual(new Set([`receiver.test:${front.port}`]));
    expect(new Set(proxy.tunnels.map((tunnel) => tunnel.authorization))).toEqual(new Set([authorization]));
    const sent = upstream.requests.filter(({ path }) => path.endsWith("/responses"));
    expect(sent).toHaveLength(3);
    expect(sent[0]?.headers).toMatchObject({ authorization: "Bearer key-of-openai" });
    expect(sent[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  test("requests share a tunnel", async () => {
    await gateway.call("POST", "/responses", ask(false));
    const before = proxy.tunnels.length;
    for (let count = 0; count < 3; count++) await gateway.call("POST", "/responses", ask(false));
    expect(proxy.tunnels.length).toBe(before);
  });

  test("a provider in the operator's network, without TLS, is reached directly", async () => {
    const before = proxy.tunnels.length;
    const { status } = await gateway.call("POST", "/responses", ask(false, "anthropic/claude-sonnet-5"));
    expect(status).toBe(200);
    expect(proxy.tunnels.length).toBe(before);
  });
});

describe("with a host in no_proxy", () => {
  const { proxy, gateway } = behindProxy(200, "localhost", { no_proxy: "other.example, localhost" });

  test("the proxy is not used for it", async () => {
    expect((await gateway.call("POST", "/responses", ask(false))).status).toBe(200);
    expect(proxy.tunnels).toEqual([]);
  });
});

describe("with a proxy that rejects tunnels", () => {
  const { proxy, gateway } = behindProxy(407, "receiver.test");

  test("the provider counts as unreachable, and the next model is used", async () => {
    const { status, body } = await gateway.call("POST", "/responses", {
      ...ask(false),
      models: [MODEL, "anthropic/claude-sonnet-5"],
    });
    expect(status).toBe(200);
    expect(body.model).toBe("anthropic/claude-sonnet-5");
    expect(proxy.tunnels.length).toBeGreaterThan(0);
  });

  test("the error names the cause, and nothing is charged", async () => {
    const { status, body, headers } = await gateway.call("POST", "/responses", ask(false));
    expect(status).toBe(502);
    expect(body.error.message).toContain("ERR_PROXY_TUNNEL");
    const { body: row } = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
    expect(row.data.total_cost).toBe(0);
  });
});
