"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCopy } from "../../hooks/use-copy.ts";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { CopyByHand } from "./copy-by-hand.tsx";

type CopyButtonProps = {
  /** The text, or a function that creates it on demand. */
  text: string | (() => string | Promise<string>);
  /** What is copied: "Copy key", "Copy request id". */
  label: string;
  /** The button's label; without it an icon is shown. */
  children?: ReactNode;
  size?: "small" | "medium";
  variant?: "filled" | "outline" | "ghost";
  /** Called only once the clipboard has accepted the text, or the user has copied by hand. */
  onCopied?: () => void;
  className?: string;
};

/**
 * Copies a text and confirms only after success. Without clipboard access (plain HTTP) it shows the text to copy by
 * hand.
 */
export function CopyButton({ text, label, children, size = "small", variant, onCopied, className }: CopyButtonProps) {
  const [byHand, setByHand] = useState<string>();
  const { copied, copy, markCopied } = useCopy(onCopied);
  const value = () => (typeof text === "string" ? text : text());
  const press = async () => {
    const current = await value();
    if (!(await copy(current))) setByHand(current);
  };
  const icon = copied ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />;
  return (
    <>
      {children ? (
        <Button size={size} variant={variant ?? "outline"} onClick={press} className={className}>
          {icon}
          {children}
        </Button>
      ) : (
        <IconButton label={copied ? "Copied" : label} size={size} onClick={press} {...(className ? { className } : {})}>
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
      <CopyByHand text={byHand} label={label} onCopied={markCopied} onClose={() => setByHand(undefined)} />
    </>
  );
}
