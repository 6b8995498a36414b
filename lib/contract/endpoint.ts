import { z } from "zod";
import { plainIssue } from "./plain-issue.ts";

// Every module that declares a schema of an endpoint imports this one.
z.config({ localeError: plainIssue });

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint. `public`: anyone. `key`: any valid key or console session. `management`: a management key,
 * or a console session whose role allows it. `scim`: a directory with a SCIM token of its organization.
 */
export type Access = "public" | "key" | "management" | "scim";

/**
 * The records a console session can access, by role. `everyone`: all of them for any role. `own`: a member's own, all
 * for owners and admins. `administrators`: all for owners and admins, none for members. `owners`: only for owners.
 */
export type RoleAccess = "everyone" | "own" | "administrators" | "owners";

/**
 * What a console session lacks if its organization requires a second factor: proof of an existing factor (`code`), or
 * any factor at all (`set_up`).
 */
export type SecondFactorStep = "code" | "set_up";

/** Response formats other than JSON data. */
export type Produces = "json" | "text" | "sse" | "bytes";

export type Endpoint = {
  /** Camel-case, unique: the operation's file name in kebab-case. */
  id: string;
  /** The noun; a mutation invalidates every query of its resource. */
  resource: string;
  method: Method;
  /** Below the service root, with `{name}` parameters. */
  path: string;
  roles: RoleAccess;
  access: Access;
  /** The steps at which a session without its second factor may call this endpoint; all other endpoints reject it. */
  secondFactorSteps?: readonly SecondFactorStep[];
  /** The environment variable whose value, sent as a bearer token, grants access to only this endpoint. */
  tokenVariable?: "METRICS_TOKEN";
  summary: string;
  description?: string;
  deprecated?: boolean;
  params?: z.ZodObject;
  /** The path may name a record that the request creates. */
  namesNewRecord?: boolean;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Accepts a JSON body of up to MAX_BODY_BYTES; 64 kB is enough for the others. */
  largeBody?: boolean;
  /**
   * Its body's texts are sent to a model or read once, so they may contain characters that the database cannot store.
   */
  relaysTexts?: boolean;
  /** The body may be signed: the operation also gets its bytes. */
  isSigned?: boolean;
  /** A POST that changes nothing. */
  isQuery?: boolean;
  /** Acts on all workspaces, so that a management key limited to some of them cannot call it. */
  isOrganizationWide?: boolean;
  /** A feature that a workspace may restrict to management keys. */
  restrictable?: "images";
  /** Accepts a multipart body, as an alternative to `body` if there is one; the operation reads it as it arrives. */
  multipart?: boolean;
  /** The name of the file's part in a multipart body; `file` by default. */
  filePart?: string;
  /** Accepts the bytes of a file as the body; the operation reads them as they arrive. */
  takesBytes?: true;
  /**
   * Also accepts the fields of `body` as a multipart form, with a file in the part of this name; the operation reads
   * it.
   */
  form?: string;
  response?: z.ZodType;
  /** Its errors also have Google's word for their status, as `error.status`. */
  googleErrors?: true;
  /** An endpoint of OAuth: also accepts `body` as an URL-encoded form, and its errors are those of RFC 6749. */
  isOauth?: true;
  /** Success status; 200 by default. 101: a WebSocket. */
  status?: 101 | 200 | 201 | 202;
  produces?: Produces[];
  errors: readonly number[];
};

/** Declares one endpoint of the API; preserves literal types. */
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
