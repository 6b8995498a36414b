import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { HttpError } from "#server/errors.ts";
import { consume, type Limiter, type OpenLimiter } from "./limiter.ts";

export type SignInThrottle = {
  /**
   * Runs a check of a password or code for one account and counts it if it throws 401. Throws 429 with Retry-After past
   * ten wrong guesses per minute for this account from this network. Wrong guesses for other accounts, or from other
   * networks, slow a caller down to two attempts a minute, but never lock anybody out.
   */
  guess<T>(address: string, account: string, check: () => Promise<T>): Promise<T>;
};

const PER_NETWORK_AND_ACCOUNT = 10;
const DURING_ATTACK = 2;
const PER_NETWORK = 60;
const PER_ACCOUNT = 100;
const ACCOUNT_SECONDS = 900;
/** A network that guesses a lot gets one check at a time; this many may wait. */
const MAX_WAITING = 100;

export function createSignInThrottle(open: OpenLimiter): SignInThrottle {
  const pairs = open("sign-in-pairs", PER_NETWORK_AND_ACCOUNT);
  const slowPairs = open("sign-in-slow-pairs", DURING_ATTACK);
  const networks = open("sign-in-networks", PER_NETWORK);
  const accounts = open("sign-in-accounts", PER_ACCOUNT, ACCOUNT_SECONDS);
  const inTurn = createQueue();
  return {
    async guess(address, account, check) {
      const network = networkOf(address);
      const who = createHash("sha256").update(account).digest("base64url");
      const pair = `${network} ${who}`;
      await consume(pairs, pair);
      const isGuessing = await isUsedUp(networks, network, PER_NETWORK);
      if (isGuessing || (await isUsedUp(accounts, who, PER_ACCOUNT))) await consume(slowPairs, pair);
      try {
        const result = await (isGuessing ? inTurn(check) : check());
        await Promise.all([pairs.delete(pair), slowPairs.delete(pair)]);
        return result;
      } catch (thrown) {
        if (thrown instanceof HttpError && thrown.status === 401)
          await Promise.all([networks.penalty(network), accounts.penalty(who)]);
        throw thrown;
      }
    },
  };
}

async function isUsedUp(limiter: Limiter, who: string, points: number): Promise<boolean> {
  return ((await limiter.get(who))?.consumedPoints ?? 0) >= points;
}

/** Returns the address, or the /64 of an IPv6 address, which usually belongs to one customer. */
export function networkOf(address: string): string {
  const normalized = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(normalized)) return normalized;
  const [head = "", tail] = normalized.split("::");
  const groups = head.split(":").filter(Boolean);
  const end = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - end.length;
  return [...groups, ...Array(Math.max(0, zeros)).fill("0"), ...end].slice(0, 4).join(":");
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) {
      throw new HttpError(429, "Too many sign-ins from your network; try again in 10 s", {
        headers: { "retry-after": "10" },
      });
    }
    waiting += 1;
    const turn = last.then(run);
    last = turn
      .catch(() => undefined)
      .then(() => {
        waiting -= 1;
      });
    return turn;
  };
}
