import { Button } from "#components/ui/display/button.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import type { TestResult } from "./key-test.tsx";

type KeyTestFooterProps = {
  verb: "Add" | "Replace";
  result: TestResult | undefined;
  pending: boolean;
  onSaveAnyway: () => void;
  onCancel: () => void;
};

/** The buttons of a form with a provider key: test first, or save anyway. */
export function KeyTestFooter({ verb, result, pending, onSaveAnyway, onCancel }: KeyTestFooterProps) {
  const isRejected = result !== undefined && result.outcome !== "accepted";
  return (
    <FormFooter
      action={isRejected ? "Test again" : `Test and ${verb.toLowerCase()}`}
      pending={pending}
      onCancel={onCancel}
    >
      {isRejected && (
        <Button variant={verb === "Replace" ? "dangerOutline" : "outline"} pending={pending} onClick={onSaveAnyway}>
          {verb} anyway
        </Button>
      )}
    </FormFooter>
  );
}
