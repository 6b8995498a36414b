import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { expect, test } from "vitest";
import { callerAddress } from "#server/http/caller-address.ts";
import { readProxies } from "#server/network/trusted-proxies.ts";

const from = (remoteAddress: string) => ({ socket: { remoteAddress } }) as IncomingMessage;
const saying = (forwarded?: string) => new Headers(forwarded ? { "x-forwarded-for": forwarded } : {});
const proxies = (list: string) => readProxies(list) as BlockList;

test.each<[string, string, string, string | undefined, string]>([
  ["no proxy is trusted", "", "198.51.100.1", "192.0.2.1", "198.51.100.1"],
  ["the caller is not a trusted proxy", "10.0.0.0/8", "198.51.100.1", "192.0.2.1", "198.51.100.1"],
  ["a proxy names the caller", "10.0.0.0/8", "10.1.2.3", "192.0.2.1", "192.0.2.1"],
  ["the caller forged the first entry", "10.0.0.0/8", "10.1.2.3", "127.0.0.1, 192.0.2.1", "192.0.2.1"],
  ["there are two proxies", "10.0.0.0/8,203.0.113.5", "10.1.2.3", "192.0.2.1, 203.0.113.5", "192.0.2.1"],
  ["the proxy speaks IPv6", "10.0.0.0/8", "::ffff:10.1.2.3", "[2001:db8::1]:4711", "2001:db8::1"],
  ["the entry has a port", "10.0.0.0/8", "10.1.2.3", "192.0.2.1:4711", "192.0.2.1"],
  ["the entry is not an address", "10.0.0.0/8", "10.1.2.3", "192.0.2.1, unknown", "10.1.2.3"],
  ["the proxy sends no header", "10.0.0.0/8", "10.1.2.3", undefined, "10.1.2.3"],
])("the caller's address is correct when %s", (_, trusted, remote, forwarded, address) => {
  expect(callerAddress(saying(forwarded), from(remote), proxies(trusted))).toBe(address);
});

test("without a connection there is no address, whatever the headers say", () => {
  expect(callerAddress(saying("192.0.2.1"), undefined, proxies("10.0.0.0/8"))).toBe("");
});

test.each(["10.0.0.0/33", "10.0.0/8", "proxy.example", "::1/129", "10.0.0.0/8/9", "10.0.0.0/x"])(
  "rejects %s as a proxy",
  (list) => expect(readProxies(list)).toBeUndefined(),
);
