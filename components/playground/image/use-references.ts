"use client";

import { useState } from "react";
import { addressesIn, forgetReference, type Reference, readFiles } from "./references.ts";

/** Takes references in and lets them go; what is none is said in `problems` until the next change. */
export function useReferences(references: readonly Reference[], onChange: (references: readonly Reference[]) => void) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = (more: readonly Reference[], wrong: readonly string[]) => {
    setProblems(wrong);
    if (more.length > 0) onChange([...references, ...more]);
  };
  return {
    problems,
    addFiles: async (files: readonly File[]) => {
      const read = await readFiles(files);
      add(read.references, read.problems);
    },
    /** Tells whether the whole text was addresses. */
    addAddresses: (text: string): boolean => {
      const { references: more, wrong } = addressesIn(text);
      add(
        more,
        wrong.map((word) => `${word} is no http(s) address.`),
      );
      return wrong.length === 0 && more.length > 0;
    },
    remove: (gone: Reference) => {
      setProblems([]);
      forgetReference(gone);
      onChange(references.filter(({ id }) => id !== gone.id));
    },
  };
}

export type References = ReturnType<typeof useReferences>;
