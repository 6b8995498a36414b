import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. `public`: anyone. `key`: any valid key or console session.
 * `management`: a management key, or a console session whose role allows it.
 */
export type Access = "public" | "key" | "management";

/**
 * Which records a console session reaches, by its role. `everyone`: any role reaches all of them. `own`: a member reaches
 * their own, owners and admins all. `administrators`: owners and admins reach all, members none. `owners`: owners alone.
 */
export type RoleAccess = "everyone" | "own" | "administrators" | "owners";

/**
 * What a console session still lacks where its organization requires a second factor: the proof of a factor that its
 * user has (`code`), or any factor at all (`set_up`).
 */
export type SecondFactorStep = "code" | "set_up";

/** What a successful call answers with, beside JSON. */
export type Produces = "json" | "sse" | "bytes";

export type Endpoint = {
  /** Camel-case, unique: the operation's file name in kebab-case. */
  id: string;
  /** The noun; a mutation makes every query of its resource stale. */
  resource: string;
  method: Method;
  /** Below the service root, with `{name}` parameters. */
  path: string;
  roles: RoleAccess;
  access: Access;
  /** The steps at which a session without its second factor may call all the same; it is refused everywhere else. */
  secondFactorSteps?: readonly SecondFactorStep[];
  /** The environment variable whose value, sent as a bearer token, grants access to this endpoint alone. */
  tokenVariable?: "METRICS_TOKEN";
  summary: string;
  description?: string;
  deprecated?: boolean;
  params?: z.ZodObject;
  /** The path may name a record that the call creates. */
  namesNewRecord?: boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Takes a JSON body of up to MAX_BODY_BYTES; 64 kB is enough for the others. */
  largeBody?: boolean;
  /** Texts of its body go on to a model or are read once: they may hold what no database stores. */
  relaysTexts?: boolean;
  /** A POST that changes nothing. */
  isQuery?: boolean;
  /** What a workspace may restrict to management keys. */
  restrictable?: "images";
  /** Takes a multipart body, in place of `body` where there is one; the operation reads either itself, as it comes. */
  multipart?: boolean;
  /** Takes the fields of `body` as a multipart form too, with a file in the part of this name; the operation reads it. */
  form?: string;
  response?: z.ZodType;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202;
  produces?: Produces[];
  errors: readonly number[];
};

/** Declares one endpoint of the API; keeps literal types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type Output<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback;
type Input<T, Fallback> = T extends z.ZodType ? z.input<T> : Fallback;

export type ParamsOf<E extends Endpoint> = Output<E["params"], Record<string, never>>;
export type QueryOf<E extends Endpoint> = Output<E["query"], Record<string, never>>;
export type BodyOf<E extends Endpoint> = Output<E["body"], undefined>;
export type ResponseOf<E extends Endpoint> = Output<E["response"], undefined>;
export type BodyInput<E extends Endpoint> = Input<E["body"], undefined>;
