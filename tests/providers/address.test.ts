import type { LookupFunction } from "node:net";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import { HttpError } from "#server/errors.ts";
import { type AllowedHosts, readAllowedHosts } from "#server/network/allowed-hosts.ts";
import { guardedAgent, isPublicAddress } from "#server/providers/exchange/address.ts";
import { json, startRecorder } from "./recorder.ts";

function lookupOf(...addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_, options, callback) =>
    options.all ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family);
}

async function visit(url: string, lookup?: LookupFunction, allowed: string[] = []): Promise<unknown> {
  const allowedHosts = readAllowedHosts(allowed) as AllowedHosts;
  const dispatcher = guardedAgent({ connections: 1, connectTimeoutMs: 500, lookup, allowedHosts });
  const outcome = await request(url, { dispatcher }).catch((error: unknown) => error);
  await dispatcher.destroy();
  return outcome;
}

test.each([
  "127.0.0.1",
  "localhost",
  "[::1]",
  "2130706433",
  "0x7f.1",
  "017700000001",
  "0",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
])("%s cannot be used to access this machine", async (host) => {
  await using server = await startRecorder(json({ secret: true }));
  expect(await visit(`http://${host}:${server.port}/`)).toBeInstanceOf(HttpError);
  expect(server.requests).toHaveLength(0);
});

test.each([
  ["a private address", ["10.1.2.3"]],
  ["the metadata service", ["169.254.169.254"]],
  ["a mapped private address", ["::ffff:10.0.0.1"]],
  ["a public and a private address", ["93.184.215.14", "192.168.0.7"]],
  ["nothing", []],
])("a name that resolves to %s is rejected", async (_, addresses) => {
  expect(await visit("http://innocent.example/", lookupOf(...addresses))).toBeInstanceOf(HttpError);
});

describe("an allow list", () => {
  test.each([
    ["a name", "localhost", ["LOCALHOST"]],
    ["an address", "127.0.0.1", ["127.0.0.1"]],
    ["a range that has the address", "127.0.0.1", ["10.0.0.0/8", "127.0.0.0/8"]],
    ["a range that has the address of the name", "inside.example", ["127.0.0.0/8"], lookupOf("127.0.0.1")],
  ])("allows %s", async (_, host, allowed, lookup?: LookupFunction) => {
    await using server = await startRecorder(json({ open: true }));
    expect(await visit(`http://${host}:${server.port}/`, lookup, allowed)).toMatchObject({ statusCode: 200 });
  });

  test.each([
    ["another name", "localhost", ["collector.internal"]],
    ["an address outside its ranges", "127.0.0.1", ["10.0.0.0/8", "127.0.0.2"]],
    ["a name with one address outside its ranges", "both.example", ["127.0.0.1"], lookupOf("127.0.0.1", "10.0.0.1")],
  ])("does not allow %s", async (_, host, allowed, lookup?: LookupFunction) => {
    await using server = await startRecorder(json({ open: false }));
    expect(await visit(`http://${host}:${server.port}/`, lookup, allowed)).toBeInstanceOf(HttpError);
    expect(server.requests).toHaveLength(0);
  });

  test.each(["10.0.0.0/33", "http://inside", "a b", "10.0.0", "*.internal", "inside:80"])(
    "cannot contain %s",
    (entry) => expect(readAllowedHosts([entry])).toBeUndefined(),
  );
});

test("the error does not reveal what the name resolved to", async () => {
  const error = await visit("http://innocent.example/", lookupOf("10.1.2.3"));
  expect(String(error)).not.toContain("10.1.2.3");
});

test.each([
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:a00:1",
  "::10.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b:1::1",
  "2001:db8::1",
  "2001::1",
  "2002:a00:1::",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "100::1",
  "example.com",
  "",
])("%s is not a public address", (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  "1.1.1.1",
  "100.63.255.255",
  "172.32.0.1",
  "192.167.1.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00::1",
])("%s is a public address", (address) => expect(isPublicAddress(address)).toBe(true));
