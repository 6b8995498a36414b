import type { ComponentProps } from "react";
import { Textarea } from "./textarea.tsx";

/** A field for HTTP headers, one per line as `Name: value`. */
export function HeaderLinesInput(props: Omit<ComponentProps<typeof Textarea>, "mono" | "rows">) {
  return (
    <Textarea {...props} mono rows={2} autoComplete="off" spellCheck={false} placeholder="Authorization: Bearer …" />
  );
}
