/**
 * `aborted`: by the gateway. `timeout`: the upstream took too long. `broken`: there was no connection, or it was cut.
 */
export type NetworkFault = { kind: "aborted" | "timeout" | "broken"; code: string };

const timeouts = ["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"];

const broken = [
  "UND_ERR_SOCKET",
  "UND_ERR_CLOSED",
  "UND_ERR_DESTROYED",
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_RES_EXCEEDED_MAX_SIZE",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EPROTO",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_CONTENT_DECODING",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "ERR_PROXY_TUNNEL",
];

const neverSent = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "ERR_PROXY_TUNNEL",
];

/** Prefixes of HTTP parser and TLS error codes. */
const brokenPrefixes = ["HPE_", "ERR_TLS_", "ERR_SSL_", "CERT_", "UNABLE_TO_"];

/** Returns whether no connection was made, so that the upstream received nothing of the request. */
export function wasNeverSent(code: string): boolean {
  return neverSent.includes(code) || ["CERT_", "UNABLE_TO_"].some((prefix) => code.startsWith(prefix));
}

/** Returns the network failure in an error or its causes; undefined if none of them is one. */
export function networkFault(error: unknown): NetworkFault | undefined {
  const chain = causes(error);
  for (const link of chain) {
    const fault = faultOfError(link);
    if (fault) return fault;
  }
  // The errors without a code that fetch throws.
  const vague = chain.some(
    (link) => link instanceof TypeError && ["fetch failed", "terminated"].includes(link.message),
  );
  return vague ? { kind: "broken", code: "" } : undefined;
}

function faultOfError(error: Error): NetworkFault | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error.name === "TimeoutError") return { kind: "timeout", code };
  if (error.name === "AbortError" || code === "UND_ERR_ABORTED") return { kind: "aborted", code };
  if (timeouts.includes(code)) return { kind: "timeout", code };
  if (broken.includes(code) || brokenPrefixes.some((prefix) => code.startsWith(prefix)))
    return { kind: "broken", code };
  return undefined;
}

/** Returns the error and its causes, up to a limit because causes may be circular. */
function causes(error: unknown, depth = 0): Error[] {
  return error instanceof Error && depth < 6 ? [error, ...causes(error.cause, depth + 1)] : [];
}
