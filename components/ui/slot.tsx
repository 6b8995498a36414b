"use client";

import { cloneElement, type HTMLAttributes, isValidElement, type Ref, useCallback } from "react";

type Props = Record<string, unknown> & { ref?: Ref<HTMLElement> };
type SlotProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> | Ref<HTMLButtonElement> | undefined };

/** Its only child with these props too: the child's own win, handlers of both run, and classes join. */
export function Slot({ children, ...given }: SlotProps) {
  const child = isValidElement<Props>(children) ? children : undefined;
  const ref = useBoth(child?.props.ref, (given as Props).ref);
  return child && cloneElement(child, { ...merged(given as Props, child.props), ref });
}

function merged(given: Props, own: Props): Props {
  const all: Props = { ...given, ...own };
  for (const [name, first] of Object.entries(own)) {
    const second = given[name];
    if (name === "className") all[name] = [second, first].filter(Boolean).join(" ");
    else if (name === "style") all[name] = { ...(second as object), ...(first as object) };
    else if (/^on[A-Z]/.test(name)) all[name] = inTurn(first, second) ?? second;
  }
  return all;
}

function inTurn(first: unknown, second: unknown): unknown {
  if (typeof first !== "function" || typeof second !== "function") return first;
  return (...event: unknown[]) => {
    first(...event);
    second(...event);
  };
}

function useBoth(first: Ref<HTMLElement> | undefined, second: Ref<HTMLElement> | undefined) {
  const both = useCallback(
    (element: HTMLElement) => {
      const leave = [first, second].map((ref) => put(ref, element));
      return () => {
        for (const one of leave) one();
      };
    },
    [first, second],
  );
  return first && second ? both : (first ?? second);
}

function put(ref: Ref<HTMLElement> | undefined, element: HTMLElement): () => void {
  if (typeof ref === "function") {
    const leave = ref(element);
    return () => (leave ? leave() : ref(null));
  }
  if (ref) ref.current = element;
  return () => {
    if (ref) ref.current = null;
  };
}
