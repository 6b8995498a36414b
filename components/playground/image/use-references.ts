"use client";

import { useEffect, useRef, useState } from "react";
import { addressesIn, forgetReference, type Reference, readFiles } from "./references.ts";

/** Adds and removes references; `problems` describes rejected ones until the next change. */
export function useReferences(references: readonly Reference[], onChange: (references: readonly Reference[]) => void) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  // Files take a moment to read, during which others may be added.
  const latest = useRef(references);
  useEffect(() => {
    latest.current = references;
  });
  const change = (next: readonly Reference[]) => {
    latest.current = next;
    onChange(next);
  };
  const add = (more: readonly Reference[], wrong: readonly string[] = []) => {
    setProblems(wrong);
    if (more.length > 0) change([...latest.current, ...more]);
  };
  return {
    problems,
    add,
    addFiles: async (files: readonly File[]) => {
      const read = await readFiles(files);
      add(read.references, read.problems);
    },
    /** Returns whether the whole text consisted of addresses. */
    addAddresses: (text: string): boolean => {
      const { references: more, wrong } = addressesIn(text);
      add(
        more,
        wrong.map((word) => `${word} is not an HTTP(S) URL.`),
      );
      return wrong.length === 0 && more.length > 0;
    },
    remove: (removed: Reference) => {
      setProblems([]);
      forgetReference(removed);
      change(latest.current.filter(({ id }) => id !== removed.id));
    },
  };
}

export type References = ReturnType<typeof useReferences>;
