import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import type { AlertParams } from "#lib/contract/alert-params.ts";
import type { AlertNumbers } from "#server/data/alerts.ts";
import type { AlertGateway } from "../alert-gateway.ts";

/** Where a rule is evaluated. */
export type AlertPlace = {
  gateway: Pick<AlertGateway, "database" | "catalogue">;
  organizationId: string;
  workspaceId: string;
  workspaceName: string;
  /** Whether it is the organization's default workspace, in which every member is. */
  isDefault: boolean;
  /** IANA name of the zone at whose midnight the workspace's days, weeks and months start. */
  timeZone: string;
};

/** What a rule's condition holds for, with a sentence that has the numbers. */
export type Finding = { subject: string; subjectName: string; message: string; numbers: AlertNumbers };

/** Whether the past of a kind can be known, and what cannot. */
export type Past = { known: "known" | "partly_known" | "unknown"; note: string | null };

type Kind<Params, Data> = {
  past: Past;
  /** What the end of an alert means: a sentence. */
  ended: string;
  /** How long before a moment the data that its judgment needs begins. */
  lookBackMs(params: Params, atMs: number, place: AlertPlace): number;
  /** Reads the data of a time range, `[from, to)` in Unix ms. */
  read(place: AlertPlace, params: Params, range: { from: number; to: number }): Promise<Data>;
  /** Judges a moment by data that includes its look-back. Must not use data of later times. */
  judge(data: Data, params: Params, atMs: number, place: AlertPlace): Finding[];
};

/** A kind of alert rule. */
export type AlertKind<Name extends AlertKindName = AlertKindName> = {
  past: Past;
  ended: string;
  /** Returns what a rule finds at each of these moments (Unix ms, in order). Reads once for all of them. */
  findAt(place: AlertPlace, params: AlertParams[Name], times: readonly number[]): Promise<Finding[][]>;
};

/** Declares a kind. Its rules and their previews are judged by the same code. */
export function alertKind<Name extends AlertKindName, Data>(kind: Kind<AlertParams[Name], Data>): AlertKind<Name> {
  return {
    past: kind.past,
    ended: kind.ended,
    async findAt(place, params, times) {
      const [first = 0] = times;
      const range = { from: first - kind.lookBackMs(params, first, place), to: times.at(-1) ?? first };
      const data = await kind.read(place, params, range);
      return times.map((atMs) => kind.judge(data, params, atMs, place));
    },
  };
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The subject of a rule about a whole workspace. */
export const WORKSPACE = "workspace";
