/** `aborted`: by our side. `timeout`: the upstream took too long. `broken`: no connection, or one that was cut. */
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
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
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
];

/** Beginnings of the codes of the HTTP parser and of TLS. */
const brokenPrefixes = ["HPE_", "ERR_TLS_", "ERR_SSL_", "CERT_", "UNABLE_TO_"];

/** No connection was made, so that the upstream has had nothing of the request. */
export function wasNeverSent(code: string): boolean {
  return neverSent.includes(code) || ["CERT_", "UNABLE_TO_"].some((prefix) => code.startsWith(prefix));
}

/** What went wrong on the wire, by the codes of an error and its causes, or undefined where none of them is about the wire. */
export function networkFault(error: unknown): NetworkFault | undefined {
  const chain = causes(error);
  for (const link of chain) {
    const fault = ofOne(link);
    if (fault) return fault;
  }
  // What fetch throws when it says no more.
  const vague = chain.some(
    (link) => link instanceof TypeError && ["fetch failed", "terminated"].includes(link.message),
  );
  return vague ? { kind: "broken", code: "" } : undefined;
}

function ofOne(error: Error): NetworkFault | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error.name === "TimeoutError") return { kind: "timeout", code };
  if (error.name === "AbortError" || code === "UND_ERR_ABORTED") return { kind: "aborted", code };
  if (timeouts.includes(code)) return { kind: "timeout", code };
  if (broken.includes(code) || brokenPrefixes.some((prefix) => code.startsWith(prefix)))
    return { kind: "broken", code };
  return undefined;
}

/** The error and what caused it; a bound, since causes may go in a circle. */
function causes(error: unknown, depth = 0): Error[] {
  return error instanceof Error && depth < 6 ? [error, ...causes(error.cause, depth + 1)] : [];
}
