import type { KeyboardEvent } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { jsonProblem } from "./request-body.ts";
import type { Trial } from "./trial.ts";
import type { TrialBody } from "./use-trial-body.ts";

const KINDS = [
  { value: "json", label: "JSON" },
  { value: "form", label: "Form with a file" },
] as const;

type BodyFieldsProps = {
  trial: Trial;
  body: TrialBody;
  /** Shows what is missing. */
  isChecked: boolean;
  onSubmit: (event: KeyboardEvent) => void;
};

/** The body of the request: JSON, or a form whose file is chosen. */
export function BodyFields({ trial, body, isChecked, onSubmit }: BodyFieldsProps) {
  const { isForm, text, startText, file } = body;
  return (
    <>
      {trial.form && trial.body !== undefined && (
        <SegmentedControl
          aria-label="Send as"
          options={KINDS}
          value={isForm ? "form" : "json"}
          onValueChange={(kind) => body.setIsForm(kind === "form")}
        />
      )}
      {isForm && (
        <Field
          label={<code>{trial.form?.part}</code>}
          required
          error={isChecked && !file ? "Choose a file." : undefined}
        >
          <Input
            type="file"
            className="py-1 read-only:bg-raised!"
            onChange={(event) => body.setFile(event.target.files?.[0])}
          />
        </Field>
      )}
      {startText !== undefined && (
        <Field
          label={isForm ? "Other fields" : "Request body"}
          error={jsonProblem(text)}
          aside={
            text !== startText && (
              <Button variant="link" size="small" onClick={() => body.setText(startText)}>
                Reset
              </Button>
            )
          }
        >
          <Textarea
            mono
            rows={6}
            value={text}
            onChange={(event) => body.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit(event);
            }}
            spellCheck={false}
            autoComplete="off"
          />
        </Field>
      )}
    </>
  );
}
