import { Agent } from "undici";

/** Acts as a browser for the session routes: stores cookies and sends the origin of its pages. */
export type Browser = {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  cookies(): string;
};

/** Returns the parsed JSON body of a response. */
export async function readJson(response: Response): Promise<ReturnType<typeof JSON.parse>> {
  return await response.json();
}

/**
 * Creates a browser. `from` is its own network address, 127.0.0.2 or higher, because sign-in attempts are counted by
 * address.
 */
export function browser(address: string, from?: string): Browser {
  const dispatcher = from && new Agent({ localAddress: from });
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const headers = { cookie: cookies(), ...init.headers };
    const way = dispatcher ? { dispatcher } : {};
    // A redirect may set cookies, which `fetch` would follow without keeping.
    const redirect = "manual" as const;
    const response = await fetch(`${address}${path}`, { ...init, ...way, redirect, headers } as RequestInit);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const cut = pair.indexOf("=");
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, cut));
      else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    return response;
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        body: body === undefined ? null : JSON.stringify(body),
        headers: { origin: address, "content-type": "application/json", ...headers },
      }),
  };
}
