"use client";

import { createContext, useContext } from "react";
import type { z } from "zod";
import type { CurrentSession } from "#lib/contract/session.ts";

export type Session = z.output<typeof CurrentSession>;
/** The session of a signed-in user. */
export type SignedIn = Session & { user: NonNullable<Session["user"]> };

export const SessionContext = createContext<SignedIn | undefined>(undefined);

/** Returns the signed-in user and their permissions; for use inside SessionGate. */
export function useSignedIn(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSignedIn must be used inside SessionGate");
  return session;
}
