/** Returns where to go after signing in: the path in `next` if it is one of our own pages, otherwise the start page. */
export function nextPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get("next");
  if (!next || !URL.canParse(next, origin)) return "/";
  const url = new URL(next, origin);
  const own = url.origin === origin && !["/sign-in", "/setup"].includes(url.pathname);
  return own ? `${url.pathname}${url.search}${url.hash}` : "/";
}
