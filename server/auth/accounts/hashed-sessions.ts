import { createHash } from "node:crypto";
import type { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { BetterAuthOptions } from "better-auth/minimal";

type OpenAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = ReturnType<OpenAdapter>;
type TransactionAdapter = Omit<Adapter, "transaction">;
type Condition = { field: string; value: unknown };
type Row = Record<string, unknown>;

/**
 * Wraps the accounts library's database adapter so that session tokens are stored as SHA-256 in hex: a copy of the
 * database cannot be used to sign in. The library still reads and writes the tokens of the cookies.
 */
export function withHashedSessions(open: OpenAdapter): OpenAdapter {
  return (options: BetterAuthOptions) => {
    const adapter = open(options);
    return {
      ...withHashedTokens(adapter),
      transaction: (run) => adapter.transaction((inner) => run(withHashedTokens(inner))),
    } as Adapter;
  };
}

function withHashedTokens<T extends TransactionAdapter>(adapter: T): T {
  return {
    ...adapter,
    create: async (call: Parameters<T["create"]>[0]) => {
      if (call.model !== "session") return adapter.create(call);
      const { token } = call.data as Row;
      const session = await adapter.create({ ...call, data: { ...call.data, token: hashOf(token) } });
      return withToken(session as Row, token);
    },
    findOne: async (call: Parameters<T["findOne"]>[0]) =>
      withToken((await adapter.findOne(hashCondition(call))) as Row | null, tokenIn(call)),
    update: async (call: Parameters<T["update"]>[0]) =>
      withToken((await adapter.update(hashCondition(call))) as Row | null, tokenIn(call)),
    findMany: (call: Parameters<T["findMany"]>[0]) => adapter.findMany(hashCondition(call)),
    updateMany: (call: Parameters<T["updateMany"]>[0]) => adapter.updateMany(hashCondition(call)),
    delete: (call: Parameters<T["delete"]>[0]) => adapter.delete(hashCondition(call)),
    deleteMany: (call: Parameters<T["deleteMany"]>[0]) => adapter.deleteMany(hashCondition(call)),
    count: (call: Parameters<T["count"]>[0]) => adapter.count(hashCondition(call)),
  };
}

type Call = { model: string; where?: readonly Condition[] | undefined };

function hashCondition<C extends Call>(call: C): C {
  if (call.model !== "session" || !call.where) return call;
  const where = call.where.map((one) => (one.field === "token" ? { ...one, value: hashOf(one.value) } : one));
  return { ...call, where };
}

/** Returns the token in a query for one session. */
function tokenIn({ model, where }: Call): unknown {
  return model === "session" ? where?.find(({ field }) => field === "token")?.value : undefined;
}

function withToken<R extends Row | null>(row: R, token: unknown): R {
  return row && typeof token === "string" ? { ...row, token } : row;
}

function hashOf(token: unknown): unknown {
  if (Array.isArray(token)) return token.map(hashOf);
  return typeof token === "string" ? createHash("sha256").update(token).digest("hex") : token;
}
