"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { saveFile } from "#components/ui/save-file.ts";

/** Shows recovery codes once. It cannot be closed until they are copied, downloaded, or confirmed as stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [stored, setStored] = useState(false);
  const [taken, setTaken] = useState(false);
  const text = codes.join("\n");
  const download = () => {
    const file = new Blob([`Switchboard recovery codes\n\n${text}\n`], { type: "text/plain" });
    saveFile(file, "switchboard-recovery-codes.txt");
    setTaken(true);
  };
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-edge bg-well px-3 py-2.5 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" size="medium" onCopied={() => setTaken(true)}>
          Copy
        </CopyButton>
        <Button onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <Checkbox checked={stored} onCheckedChange={setStored} label="I have saved them" />
      <Button variant="filled" disabled={!stored && !taken} onClick={onDone} className="self-end">
        Done
      </Button>
    </>
  );
}
