import { type Browser, browser, readJson } from "./browser.ts";

/** Signs in at the identity provider like a browser. Returns the final URL and the session. */
export async function signOn(
  url: string,
  next?: string,
  headers: Record<string, string> = {},
): Promise<{ visitor: Browser; location: string }> {
  const visitor = browser(url);
  const { single_sign_on: providers } = await readJson(await visitor.get("/api/session"));
  const [{ provider }] = providers;
  const started = await visitor.post("/api/session/sign-in/single-sign-on", { provider, ...(next && { next }) });
  if (started.status !== 200) throw new Error(`single sign-on did not start: ${await started.text()}`);
  const atProvider = await fetch((await readJson(started)).url, { redirect: "manual" });
  const back = new URL(atProvider.headers.get("location") as string);
  if (back.href.split("?")[0] !== `${url}/api/session/callback/${provider}`) throw new Error(`sent to ${back}`);
  const ended = await visitor.get(`${back.pathname}${back.search}`, headers);
  return { visitor, location: ended.headers.get("location") as string };
}
