"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { mutation } from "#lib/api/query.ts";
import { testNewCredential } from "#lib/contract/byok.ts";
import type { TestResult } from "./key-test.tsx";

/** Tests the key in a form; another key or provider has to be tested again. */
export function useKeyTest() {
  const [result, setResult] = useState<TestResult>();
  const { mutateAsync } = useMutation(mutation(testNewCredential));
  /** Returns whether the provider accepts the key, testing it only once. */
  const accepts = async (provider: string, key: string): Promise<boolean> => {
    if (result?.outcome === "accepted") return true;
    const { data } = await mutateAsync({ body: { provider, key } });
    setResult(data);
    return data.outcome === "accepted";
  };
  return { result, accepts, forget: () => setResult(undefined) };
}
