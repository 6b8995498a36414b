"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "../forms/checkbox.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { Button } from "./button.tsx";
import { CodeBlock } from "./code-block.tsx";
import { CopyButton } from "./copy/copy-button.tsx";

type SecretRevealProps = {
  /** The secret; undefined keeps the dialog closed. Drop it from state in `onClose`. */
  secret: string | undefined;
  /** "Key created", "Key rotated". */
  title: string;
  /** The noun instead of "secret": "link". */
  noun?: string;
  /** What it is for, after the warning that it is shown once. */
  note?: ReactNode;
  /** The variable of the .env line: "SWITCHBOARD_KEY". */
  variable?: string;
  /** Returns a working request for the secret. */
  curl?: (secret: string) => string;
  /** Returns the same request in several languages, with the secret filled in, shown instead of the curl button. */
  samples?: (secret: string) => readonly { id: string; label: string; code: string }[];
  onClose: () => void;
};

/** Shows a secret once. It cannot be closed until the secret was copied or the user confirms that it is stored. */
export function SecretReveal({ secret, onClose, ...props }: SecretRevealProps) {
  return secret === undefined ? null : <SecretDialog secret={secret} onClose={onClose} {...props} />;
}

function SecretDialog({
  secret,
  title,
  noun = "secret",
  note,
  onClose,
  ...props
}: SecretRevealProps & { secret: string }) {
  const { variable, curl, samples } = props;
  const [copied, setCopied] = useState(false);
  const [stored, setStored] = useState(false);
  const safe = copied || stored;
  const markCopied = () => setCopied(true);
  return (
    <Dialog
      open
      locked={!safe}
      onOpenChange={onClose}
      title={title}
      description={`The ${noun} is shown only once. Save it before you close this dialog.`}
      width="medium"
      footer={
        <Button variant="filled" disabled={!safe} onClick={onClose}>
          Done
        </Button>
      }
    >
      <code className="select-all break-all rounded-md border border-edge bg-well px-3 py-2.5 text-sm">{secret}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} label={`Copy ${noun}`} size="medium" onCopied={markCopied}>
          Copy
        </CopyButton>
        {variable && (
          <CopyButton text={`${variable}=${secret}`} label="Copy as .env line" size="medium" onCopied={markCopied}>
            Copy as .env line
          </CopyButton>
        )}
        {curl && !samples && (
          <CopyButton text={() => curl(secret)} label="Copy curl" size="medium" onCopied={markCopied}>
            Copy curl
          </CopyButton>
        )}
      </div>
      {note && <div className="text-sm">{note}</div>}
      {samples && <CodeBlock label="First request" samples={samples(secret)} onCopied={markCopied} />}
      <Checkbox checked={stored} onCheckedChange={setStored} label="I have saved it" />
    </Dialog>
  );
}
