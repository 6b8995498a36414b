import type { Candidate } from "../planning/candidate.ts";

/** Says which candidates are worth a try; they are named by `circuitOf`. */
export type Circuits = {
  /** False while the circuit is open; the first ask after the pause is let through as the probe. */
  allows(circuit: string, nowMs: number): boolean;
  /** When it may be tried again, Unix ms; 0 when it may be now. */
  opensAgainAt(circuit: string): number;
  /** The open circuits, and when each may be tried again (Unix ms). */
  open(nowMs: number): { circuit: string; triedAgainAtMs: number }[];
  /** An answer has come, or has begun to. */
  succeeded(circuit: string): void;
  failed(circuit: string, nowMs: number, asked?: AskedPause): void;
  /** An answer that had begun has come to its end. */
  ended(circuit: string): void;
  /** An answer that had begun has failed. */
  brokeOff(circuit: string, nowMs: number): void;
};

/** How long the upstream itself asked to be left alone. `isRateLimit`: because of how much the credential has asked for. */
export type AskedPause = { pauseMs: number; isRateLimit: boolean };

/** A caller's own key that is refused or used up says nothing of the other keys for the same model endpoint. */
export function circuitOf({ endpoint, own }: Pick<Candidate, "endpoint" | "own">): string {
  return own ? `${endpoint.id} ${own.id} ${own.keyVersion}` : endpoint.id;
}

type Circuit = { failures: number; breaks: number; closedUntilMs: number; openings: number };

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15_000;
/** Each pause is shortened by up to this share, so that processes and endpoints do not probe in step. */
const JITTER = 0.2;
/** A rate limit is the upstream's to know, and a probe before its time would count against it. */
const LONGEST_RATE_LIMIT_MS = 300_000;

/**
 * One circuit a model endpoint and key. Five failures in a row open it, for up to five seconds at first and twice as
 * long each time the probe fails, up to 15 seconds, so that an upstream that is well again is soon used again. The probe
 * is a caller's own request; one success closes the circuit. An upstream's Retry-After opens it at once: after a
 * rate limit for as long as it says, else for 15 seconds at most, since an overload may pass before its time. Answers that
 * break off are counted by themselves, since each of them began as a success.
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
  const heeded = ({ pauseMs, isRateLimit }: AskedPause) =>
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
      // One probe at a time: the next ask waits as long again unless the probe's outcome comes first.
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
    failed(name, nowMs, asked) {
      const circuit = circuitAt(name);
      circuit.failures += 1;
      if (asked) circuit.closedUntilMs = nowMs + heeded(asked);
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
      // Streams that were open together break off together: that is one failure, not a pause of a minute.
      const isOpen = circuit.closedUntilMs > nowMs;
      if (circuit.breaks >= FAILURES_TO_OPEN && !isOpen) openUp(circuit, nowMs);
    },
  };
}
