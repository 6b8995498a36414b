import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newKey } from "#server/auth/keys/new-key.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// GitHub's message and signature, made with a key of our own, as its partner program documents them.

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const IDENTIFIER = "bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c";
const SECRET_SCANNING_KEYS = JSON.stringify({
  public_keys: [
    { key_identifier: IDENTIFIER, key: publicKey.export({ type: "spki", format: "pem" }), is_current: true },
  ],
});
const gateway = sharedGateway({ env: { SECRET_SCANNING_KEYS } });

const TYPE = "switchboard_api_key";
const URL = "https://github.com/octocat/Hello-World/blob/12345600b9cbe38a219f39a9941c9319b600c002/foo/bar.txt";
const matchOf = (token: string) => ({ token, type: TYPE, url: URL, source: "content" });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const sign = (body: string) => createSign("sha256").update(body).sign(privateKey, "base64");

async function post(body: string, headers: Record<string, string>) {
  const response = await fetch(`${gateway.url}/api/v1/keys/report`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}

const signed = (body: string, identifier = IDENTIFIER) =>
  post(body, { "github-public-key-identifier": identifier, "github-public-key-signature": sign(body) });
const read = async (hash: string) => (await gateway.call("GET", `/keys/${hash}`)).body.data;
const leakOf = async (hash: string) => (await gateway.call("GET", `/keys/${hash}/leak`)).body.data;

describe("a message of GitHub with a verified signature", () => {
  test("stops the key, and its response is feedback in GitHub's form", async () => {
    const { key, hash } = await gateway.newKey();
    const wrong = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    // Spaces and order are part of what is signed.
    const body = `[ ${[key, wrong, newKey().secret].map((token) => JSON.stringify(matchOf(token))).join(" ,\n")} ]`;
    expect(await signed(body)).toEqual({
      status: 202,
      body: [
        { token_hash: sha256(key), token_type: TYPE, label: "true_positive" },
        { token_hash: sha256(wrong), token_type: TYPE, label: "false_positive" },
      ],
    });
    expect((await read(hash)).leak.state).toBe("paused");
    expect((await leakOf(hash)).reports).toMatchObject([{ url: URL, source: "content", reporter: "github" }]);
    const { data } = (await gateway.call("GET", `/audit?target_id=${hash}`)).body;
    expect(data[0]).toMatchObject({ action: "key.report", actor: { name: "GitHub secret scanning" } });
  });

  test("changes nothing when it is replayed", async () => {
    const { key, hash } = await gateway.newKey();
    const body = JSON.stringify([matchOf(key)]);
    const first = await signed(body);
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: false });
    expect(await signed(body)).toEqual(first);
    expect(await read(hash)).toMatchObject({ disabled: false, leak: { state: "kept" } });
  });

  test("verifies a place that somebody reported before", async () => {
    const { key, hash } = await gateway.newKey();
    await post(JSON.stringify({ key, url: URL, source: "content" }), {});
    expect((await leakOf(hash)).reports).toMatchObject([{ reporter: "anyone" }]);
    await signed(JSON.stringify([matchOf(key)]));
    expect((await leakOf(hash)).reports).toMatchObject([{ reporter: "github", reports: 2 }]);
  });

  test("may have no address", async () => {
    const { key, hash } = await gateway.newKey();
    await signed(JSON.stringify([{ token: key, type: TYPE, url: "", source: "unknown" }]));
    expect((await leakOf(hash)).reports).toMatchObject([{ url: null, source: "unknown", reporter: "github" }]);
  });
});

describe("a message whose signature", () => {
  test("is wrong is a 401 and changes nothing", async () => {
    const { key, hash } = await gateway.newKey();
    const body = JSON.stringify([matchOf(key)]);
    const headers = { "github-public-key-identifier": IDENTIFIER, "github-public-key-signature": sign(`${body} `) };
    expect((await post(body, headers)).status).toBe(401);
    expect((await read(hash)).leak).toBeNull();
  });

  test("cannot be checked counts as one of anyone", async () => {
    const { key, hash } = await gateway.newKey();
    expect(await signed(JSON.stringify([matchOf(key)]), "a-newer-key")).toEqual({
      status: 202,
      body: { data: { received: 1 } },
    });
    expect((await leakOf(hash)).reports).toMatchObject([{ reporter: "anyone" }]);
  });
});

test("a message of GitLab stops the key", async () => {
  const { key, hash } = await gateway.newKey();
  const match = {
    type: "gitleaks_rule_id_switchboard",
    token: key,
    location: "https://gitlab.example.com/a/blob/b/c.js",
  };
  const { status } = await post(JSON.stringify([match]), { authorization: "a-token-of-gitlab" });
  expect([status, (await read(hash)).leak.state]).toEqual([202, "paused"]);
  expect((await leakOf(hash)).reports).toMatchObject([{ url: match.location, reporter: "anyone" }]);
});
