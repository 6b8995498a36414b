import { expect, test } from "vitest";
import { isProxyException, readProxyExceptions } from "#server/network/proxy-exceptions.ts";

test.each<[list: string, reached: string[], proxied: string[]]>([
  ["", [], ["api.openai.com", "localhost"]],
  ["*", ["api.openai.com", "127.0.0.1"], []],
  ["example.com", ["example.com", "llm.example.com", "EXAMPLE.com"], ["badexample.com", "example.com.evil.test"]],
  [".example.com, *.internal", ["llm.example.com", "example.com", "llm.internal"], ["internal.test"]],
  ["localhost 127.0.0.1", ["localhost", "127.0.0.1"], ["127.0.0.2"]],
  ["10.0.0.0/8,fd00::/8", ["10.1.2.3", "fd00::1"], ["11.0.0.1", "2001:4860::1", "10.example.com"]],
  ["[::1],llm.internal:8443", ["::1", "llm.internal:8443", "eu.llm.internal:8443"], ["llm.internal"]],
])("NO_PROXY=%j", (list, reached, proxied) => {
  const exceptions = readProxyExceptions(list);
  const isReached = (target: string) => {
    const [, host = target, port = "443"] = /^([a-z.]+):(\d+)$/.exec(target) ?? [];
    return isProxyException(exceptions, host, Number(port));
  };
  expect(reached.filter((target) => !isReached(target))).toEqual([]);
  expect(proxied.filter(isReached)).toEqual([]);
});
