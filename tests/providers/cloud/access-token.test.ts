import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { UpstreamError } from "#server/errors.ts";
import { accessToken, requestToken } from "#server/providers/cloud/access-token.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

let stop = async () => {};
afterEach(() => stop());

async function serve(handle: RequestListener): Promise<string> {
  const { url, close } = await listenLocally(createServer(handle));
  stop = close;
  return `${url}/token`;
}

function requestFrom(url: string) {
  const form = { grant_type: "client_credentials", client_secret: "secret-of-the-application" };
  return requestToken({ url, form, credential: "secret-of-the-application", fetch, now: () => 1_000 });
}

test("a token service that breaks off its response is an upstream failure", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "200" });
    response.write('{"access_token":"ab', () => response.destroy());
  });
  const failure = await requestFrom(url).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpstreamError);
  expect(failure).toMatchObject({ status: 502, message: "The provider's token service did not respond" });
});

test("a rejected credential is at fault, and the error does not quote it", async () => {
  const url = await serve((_, response) =>
    response.writeHead(401).end('{"error":"invalid_client","error_description":"secret-of-the-application is wrong"}'),
  );
  const failure = (await requestFrom(url).catch((error: unknown) => error)) as UpstreamError;
  expect(failure).toMatchObject({ status: 401, fault: "credential" });
  expect(JSON.stringify(failure)).not.toContain("secret-of-the-application");
});

test("calls at the same time share one request, and the token is kept until shortly before it expires", async () => {
  let requests = 0;
  let nowMs = 1_000;
  const url = await serve((_, response) => {
    requests += 1;
    response.end(JSON.stringify({ access_token: `token-${requests}`, expires_in: 3_600 }));
  });
  const take = () =>
    accessToken(
      `shared ${url}`,
      () => nowMs,
      () => requestFrom(url),
    );
  expect(await Promise.all([take(), take(), take()])).toEqual(["token-1", "token-1", "token-1"]);
  nowMs += 3_000_000;
  expect(await take()).toBe("token-1");
  nowMs += 590_000;
  expect(await take()).toBe("token-2");
  expect(requests).toBe(2);
});
