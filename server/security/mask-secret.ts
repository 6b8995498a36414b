const MASK = "••••";
/** The last four characters of a secret this long may be shown. */
const LONG_SECRET = 12;

/** Returns a secret as it may be shown. */
export function maskSecret(secret: string): string {
  return secret.length < LONG_SECRET ? MASK : `${MASK}${secret.slice(-4)}`;
}

/** Returns a URL as it may be shown: its host, and the end of the rest, which may contain a token. */
export function maskUrl(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}/${maskSecret(`${pathname}${search}`.slice(1))}`;
}
