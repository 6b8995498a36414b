"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mutation } from "#lib/api/query.ts";
import { testNewCredential } from "#lib/contract/byok.ts";
import type { TestResult } from "./key-test.tsx";

/** Tests the key in a form, unless the user skips it; another key or provider has to be tested again. */
export function useKeyTest() {
  const [result, setResult] = useState<TestResult>();
  const { mutateAsync } = useMutation(mutation(testNewCredential));
  const isSkipped = useRef(false);
  /** Returns whether the key can be saved: the provider accepts it, tested only once, or the test is skipped. */
  const accepts = async (provider: string, key: string): Promise<boolean> => {
    if (isSkipped.current || result?.outcome === "accepted") return true;
    const { data } = await mutateAsync({ body: { provider, key } });
    setResult(data);
    return data.outcome === "accepted";
  };
  const skip = () => {
    isSkipped.current = true;
  };
  const forget = () => {
    isSkipped.current = false;
    setResult(undefined);
  };
  return { result, accepts, skip, forget };
}
