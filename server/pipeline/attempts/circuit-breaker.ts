import type { Candidate } from "../planning/candidate.ts";

/** The circuit breakers of all candidates, named by `circuitOf`. */
export type Circuits = {
  /** Returns false while the circuit is open. The first request after the pause is allowed as a probe. */
  allows(circuit: string, nowMs: number): boolean;
  /** Returns when the circuit may be tried again, in Unix ms; 0 for now. */
  opensAgainAt(circuit: string): number;
  /** Returns the open circuits and when each may be tried again, in Unix ms. */
  open(nowMs: number): { circuit: string; triedAgainAtMs: number }[];
  /** Records a response, or the start of one. */
  succeeded(circuit: string): void;
  failed(circuit: string, nowMs: number, requestedPause?: RequestedPause): void;
  /** Records that a response has ended properly. */
  ended(circuit: string): void;
  /** Records that a response failed after it had started. */
  brokeOff(circuit: string, nowMs: number): void;
};

/** How long the upstream asked us to wait. `isRateLimit`: because of this credential's request rate. */
export type RequestedPause = { pauseMs: number; isRateLimit: boolean };

/**
 * Returns the name of a candidate's circuit. Each BYOK credential has its own, and so has each of several system
 * credentials, because a rejected or exhausted one says nothing about other credentials for the same model endpoint.
 */
export function circuitOf({ endpoint, own, systemKey }: Pick<Candidate, "endpoint" | "own" | "systemKey">): string {
  if (own) return `${endpoint.id} ${own.id} ${own.keyVersion}`;
  return systemKey === undefined ? endpoint.id : `${endpoint.id} ${systemKey}`;
}

type Circuit = { failures: number; breaks: number; closedUntilMs: number; openings: number };

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15_000;
/** Each pause is shortened by up to this share, so that processes and endpoints do not probe in step. */
const JITTER = 0.2;
/** Only the upstream knows its rate limit, and an early probe would count against it. */
const LONGEST_RATE_LIMIT_MS = 300_000;

/**
 * Creates the circuit breakers: one for each model endpoint and BYOK credential. Five failures in a row open a circuit
 * for up to 5 seconds. Each failed probe doubles the pause, up to 15 seconds, so that a recovered upstream is used
 * again soon. The probe is a caller's own request; one success closes the circuit. An upstream's Retry-After opens it
 * at once: for the full time after a rate limit, otherwise for at most 15 seconds, since an overload may pass earlier.
 * Responses that break off are counted separately, because each of them started as a success.
 */
export function createCircuits(random: () => number): Circuits {
  const circuits = new Map<string, Circuit>();
  const circuitAt = (name: string): Circuit => {
    const circuit = circuits.get(name) ?? { failures: 0, breaks: 0, closedUntilMs: 0, openings: 0 };
    circuits.set(name, circuit);
    return circuit;
  };
  const pauseOf = ({ openings }: Circuit) =>
    Math.round(Math.min(FIRST_PAUSE_MS * 2 ** openings, LONGEST_PAUSE_MS) * (1 - JITTER * random()));
  const heeded = ({ pauseMs, isRateLimit }: RequestedPause) =>
    isRateLimit
      ? Math.min(pauseMs, LONGEST_RATE_LIMIT_MS)
      : Math.min(pauseMs, Math.round(LONGEST_PAUSE_MS * (1 - JITTER * random())));
  const openUp = (circuit: Circuit, nowMs: number) => {
    circuit.closedUntilMs = nowMs + pauseOf(circuit);
    circuit.openings += 1;
  };
  return {
    allows(name, nowMs) {
      const circuit = circuits.get(name);
      if (!circuit || circuit.closedUntilMs === 0) return true;
      if (circuit.closedUntilMs > nowMs) return false;
      // One probe at a time: the next request waits for another pause unless the probe finishes first.
      circuit.closedUntilMs = nowMs + pauseOf(circuit);
      return true;
    },
    opensAgainAt: (name) => circuits.get(name)?.closedUntilMs ?? 0,
    open: (nowMs) =>
      [...circuits]
        .filter(([, { closedUntilMs }]) => closedUntilMs > nowMs)
        .map(([circuit, { closedUntilMs }]) => ({ circuit, triedAgainAtMs: closedUntilMs })),
    succeeded(name) {
      const circuit = circuits.get(name);
      if (!circuit) return;
      circuit.failures = circuit.closedUntilMs = 0;
      if (circuit.breaks === 0) circuits.delete(name);
    },
    failed(name, nowMs, requestedPause) {
      const circuit = circuitAt(name);
      circuit.failures += 1;
      if (requestedPause) circuit.closedUntilMs = nowMs + heeded(requestedPause);
      else if (circuit.failures >= FAILURES_TO_OPEN) openUp(circuit, nowMs);
    },
    ended(name) {
      const circuit = circuits.get(name);
      if (!circuit) return;
      circuit.breaks = 0;
      if (circuit.failures === 0 && circuit.closedUntilMs === 0) circuits.delete(name);
    },
    brokeOff(name, nowMs) {
      const circuit = circuitAt(name);
      circuit.breaks += 1;
      // Concurrent streams break off together: count them as one failure, or the pause would grow to a minute.
      const isOpen = circuit.closedUntilMs > nowMs;
      if (circuit.breaks >= FAILURES_TO_OPEN && !isOpen) openUp(circuit, nowMs);
    },
  };
}
