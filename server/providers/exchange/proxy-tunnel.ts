import { isIPv6, type Socket } from "node:net";
import { buildConnector, Pool } from "undici";
import { isProxyException, type ProxyExceptions } from "#server/network/proxy-exceptions.ts";

/** A proxy on the way to the internet. `server` may contain a user name and a password. */
export type OutboundProxy = { server: string; exceptions: ProxyExceptions };

/** A proxy that did not open a tunnel. Nothing was sent to the upstream. */
class ProxyError extends Error {
  readonly code = "ERR_PROXY_TUNNEL";
}

/**
 * Returns a connector that reaches https addresses through tunnels of a proxy (`CONNECT`, RFC 9110, section 9.3.6), so
 * that the proxy sees neither credentials nor texts. Plain http addresses are connected to directly: they are in the
 * operator's network. A proxy that rejects a tunnel fails the connection with the code `ERR_PROXY_TUNNEL`.
 */
export function proxyConnector({ server, exceptions }: OutboundProxy, timeoutMs: number): buildConnector.connector {
  const direct = buildConnector({ timeout: timeoutMs });
  const proxy = new Pool(new URL(server).origin, { connect: { timeout: timeoutMs }, headersTimeout: timeoutMs });
  const authorization = authorizationOf(new URL(server));
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    const port = Number(target.port) || 443;
    if (target.protocol !== "https:" || isProxyException(exceptions, host, port)) return direct(target, callback);
    const path = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
    proxy.connect({ path, headers: { host: path, ...authorization } }).then(
      ({ statusCode, socket }) => {
        if (statusCode === 200) return direct({ ...target, httpSocket: socket as Socket }, callback);
        socket.on("error", () => undefined).destroy();
        callback(new ProxyError(`The proxy in HTTPS_PROXY responded with status ${statusCode}`), null);
      },
      (error: Error) => callback(error, null),
    );
  };
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
