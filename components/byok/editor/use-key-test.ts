"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { mutation } from "#lib/api/query.ts";
import { testNewCredential } from "#lib/contract/byok.ts";
import type { TestResult } from "./key-test.tsx";

/** A key in a form, and what its provider said of it; another key or provider has to be tried anew. */
export function useKeyTest() {
  const [key, setText] = useState("");
  const [result, setResult] = useState<TestResult>();
  const test = useMutation(mutation(testNewCredential));
  const forget = () => {
    setResult(undefined);
    test.reset();
  };
  const setKey = (text: string) => {
    forget();
    setText(text);
  };
  /** Resolves to whether the provider accepts it; a call that failed is in `error`. */
  const run = async (provider: string): Promise<boolean> => {
    const answer = await test.mutateAsync({ body: { provider, key: key.trim() } }).catch(() => undefined);
    setResult(answer?.data);
    return answer?.data.outcome === "accepted";
  };
  return { key, setKey, result, run, forget, pending: test.isPending, error: test.error };
}
