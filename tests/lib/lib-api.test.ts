import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { mutation, query } from "#lib/api/query.ts";
import { stream } from "#lib/api/sse.ts";
import { onWorkspaceChange, setCurrentWorkspace } from "#lib/api/workspace.ts";
import { createChatCompletion } from "#lib/contract/chat.ts";
import { createKey, deleteKey, getKey, listKeys, updateKey } from "#lib/contract/keys.ts";
import { getModel, listModels } from "#lib/contract/models.ts";
import { getSession, signIn } from "#lib/contract/session.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

let seen: Seen[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  seen.push({
    method: request.method ?? "",
    url: request.url ?? "",
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  });
  answer(response, request);
});
const realFetch = globalThis.fetch;

beforeAll(async () => {
  const { url: origin, close } = await listenLocally(server);
  // A browser resolves paths against the page's address; Node has none.
  globalThis.fetch = (path, init) => realFetch(new URL(String(path), origin), init);
  return async () => {
    globalThis.fetch = realFetch;
    await close();
  };
});

afterEach(() => {
  seen = [];
  setCurrentWorkspace(undefined);
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe("request URLs", () => {
  test("parameters are escaped in the path and query, and absent ones are omitted", async () => {
    answer = json({ data: {} });
    await call(getModel, { params: { author: "a/b", slug: "model:free?x" } });
    await call(listModels, { query: { q: "gpt & co", providers: undefined, available: "true", limit: 0 } });
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/v1/model/a%2Fb/model%3Afree%3Fx",
      "/api/v1/models?q=gpt+%26+co&available=true&limit=0",
    ]);
  });

  test("session endpoints are below /api and never scoped to a workspace", async () => {
    setCurrentWorkspace("production");
    answer = json({});
    await call(getSession);
    await call(signIn, { body: { email: "a@example.com", password: "secret-password" } });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /api/session",
      "POST /api/session/sign-in/email",
    ]);
    expect(seen.every(({ headers }) => headers["x-switchboard-workspace"] === undefined)).toBe(true);
  });

  test("a request is sent for the tab's workspace unless it names another", async () => {
    answer = json({ data: [] });
    await call(listKeys);
    setCurrentWorkspace("production");
    await call(listKeys);
    await call(listKeys, { workspace: "staging" });
    expect(seen.map(({ headers }) => headers["x-switchboard-workspace"])).toEqual([undefined, "production", "staging"]);
  });

  test("a secret is sent in the body, never in the URL", async () => {
    answer = json({ user: {} });
    await call(signIn, { body: { email: "a@example.com", password: "secret-password" } });
    expect(seen[0]?.url).not.toContain("secret-password");
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ email: "a@example.com", password: "secret-password" });
    expect(seen[0]?.headers["content-type"]).toBe("application/json");
  });

  test("a workspace change notifies each listener once", () => {
    let told = 0;
    const stop = onWorkspaceChange(() => {
      told += 1;
    });
    setCurrentWorkspace("production");
    setCurrentWorkspace("production");
    stop();
    setCurrentWorkspace("staging");
    expect(told).toBe(1);
  });
});

describe("a request that fails", () => {
  test("provides the status, message, request ID, issues and Retry-After", async () => {
    const issues = [{ path: "name", message: "Too short" }];
    answer = json({ type: "error", error: { code: 400, message: "Invalid request", metadata: { issues } } }, 400, {
      "x-request-id": "req-1",
      "retry-after": "2",
    });
    const error = await refused(call(createKey, { body: { name: "" } }));
    expect(error).toMatchObject({
      status: 400,
      message: "Invalid request",
      requestId: "req-1",
      issues,
      retryAfterMs: 2000,
      transient: false,
    });
  });

  test("does not quote a body that is not the envelope", async () => {
    answer = (response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>proxy</h1>");
    const error = await refused(call(listKeys));
    expect(error).toMatchObject({ status: 502, issues: [], retryAfterMs: undefined, transient: true });
    expect(error.message).not.toContain("proxy");
  });

  test("has status 0 without a response", async () => {
    answer = (response) => response.destroy();
    expect(await refused(call(listKeys))).toMatchObject({ status: 0, transient: true });
  });

  test("an abort throws the caller's own reason, not a gateway error", async () => {
    answer = () => undefined;
    const controller = new AbortController();
    const pending = call(listKeys, { signal: controller.signal });
    controller.abort(new Error("left the page"));
    await expect(pending).rejects.toThrow("left the page");
  });
});

const chat = { body: { model: "local/echo", messages: [{ role: "user", content: "hi" }], stream: true } };
const openStream = (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": "req-2" });

describe("a stream", () => {
  test("yields each event as it arrives, however it is chunked, and ends at [DONE]", async () => {
    let sendRest = () => {};
    answer = (response) => {
      openStream(response).write(': keep-alive\n\nevent: delta\ndata: {"text":"hé"}\n\ndata: {"te');
      sendRest = () => response.end('xt":"llo"}\n\ndata: [DONE]\n\ndata: {"late":true}\n\n');
    };
    const events: unknown[] = [];
    let requestId: string | null = null;
    const onOpen = (response: Response) => {
      requestId = response.headers.get("x-request-id");
    };
    for await (const event of stream(createChatCompletion, { ...chat, onOpen })) {
      events.push(event);
      if (events.length === 1) sendRest();
    }
    expect(events).toEqual([
      { event: "delta", data: { text: "hé" } },
      { event: undefined, data: { text: "llo" } },
    ]);
    expect(requestId).toBe("req-2");
  });

  test("an error status is thrown before any event", async () => {
    answer = json({ error: { message: "Add credits" } }, 402);
    expect(await refused(stream(createChatCompletion, chat).next())).toMatchObject({ status: 402 });
  });

  test("a broken connection is an error after the received events", async () => {
    answer = (response) => {
      openStream(response).write('data: {"n":1}\n\n');
      setTimeout(() => response.destroy(), 20);
    };
    const events = stream(createChatCompletion, chat);
    expect(await events.next()).toMatchObject({ value: { data: { n: 1 } } });
    expect(await refused(events.next())).toMatchObject({ status: 0, requestId: "req-2" });
  });

  test.each(["leaving the loop", "the signal"])("%s closes the connection", async (way) => {
    const closed = new Promise<void>((done) => {
      answer = (response) => {
        response.once("close", done);
        openStream(response).write('data: {"n":1}\n\n');
      };
    });
    const controller = new AbortController();
    const events = stream(createChatCompletion, { ...chat, signal: controller.signal });
    await events.next();
    if (way === "the signal") {
      controller.abort(new Error("stopped"));
      await expect(events.next()).rejects.toThrow("stopped");
    } else await events.return();
    await closed;
  });
});

describe("React Query options", () => {
  const newClient = () => new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });

  test("the query key contains the resource, the endpoint and the input with its workspace", () => {
    setCurrentWorkspace("production");
    expect(query(getKey, { params: { hash: "abc" } }).queryKey).toEqual([
      "keys",
      "getKey",
      { params: { hash: "abc" }, workspace: "production" },
    ]);
    expect(query(listKeys, { workspace: "staging" }).queryKey).toEqual(["keys", "listKeys", { workspace: "staging" }]);
    expect(query(getSession).queryKey).toEqual(["session", "getSession", {}]);
  });

  test("a query created for one workspace is refetched after a switch", async () => {
    answer = json({ data: [], total_count: 0 });
    setCurrentWorkspace("production");
    const options = query(listKeys);
    setCurrentWorkspace("staging");
    await newClient().fetchQuery(options);
    expect(seen[0]?.headers["x-switchboard-workspace"]).toBe("production");
  });

  test.each([
    [404, 1],
    [429, 1],
    [503, 2],
  ])("a request that gets %i is sent %i time(s)", async (status, times) => {
    answer = json({ error: { message: "no" } }, status);
    const client = newClient();
    const { retry, ...options } = query(listKeys);
    await refused(client.fetchQuery({ ...options, retry }));
    expect(seen).toHaveLength(times);
  });

  test("a write invalidates the queries of its own resource only", async () => {
    const client = newClient();
    const keys = query(listKeys);
    const models = query(listModels);
    client.setQueryData(keys.queryKey, { data: [], total_count: 0 });
    client.setQueryData(models.queryKey, { object: "list", data: [], links: { next: null }, total_count: 0 });
    answer = json({ data: {} });
    await new MutationObserver(client, mutation(updateKey)).mutate({
      params: { hash: "abc" },
      body: { disabled: true },
    });
    expect(client.getQueryState(keys.queryKey)?.isInvalidated).toBe(true);
    expect(client.getQueryState(models.queryKey)?.isInvalidated).toBe(false);
  });

  test("a deleted record is not fetched again", async () => {
    const client = newClient();
    const list = query(listKeys);
    const deleted = query(getKey, { params: { hash: "abc" } });
    const other = query(getKey, { params: { hash: "abcd" } });
    answer = json({});
    await Promise.all([client.prefetchQuery(list), client.prefetchQuery(deleted), client.prefetchQuery(other)]);
    await new MutationObserver(client, mutation(deleteKey)).mutate({ params: { hash: "abc" } });
    const isInvalidated = [list, deleted, other].map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
    expect(isInvalidated).toEqual([true, false, true]);
  });

  test("a failed write leaves the queries unchanged", async () => {
    const client = newClient();
    const keys = query(listKeys);
    client.setQueryData(keys.queryKey, { data: [], total_count: 0 });
    answer = json({ error: { message: "no" } }, 403);
    await refused(new MutationObserver(client, mutation(deleteKey)).mutate({ params: { hash: "abc" } }));
    expect(client.getQueryState(keys.queryKey)?.isInvalidated).toBe(false);
  });
});
