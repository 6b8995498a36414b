import { Button } from "#components/ui/display/button.tsx";
import { FormFooter } from "#components/ui/forms/form-footer.tsx";
import type { useKeyTest } from "./use-key-test.ts";

type KeyTestFooterProps = {
  verb: "Add" | "Replace";
  test: ReturnType<typeof useKeyTest>;
  form: { isPending: boolean; submit: () => Promise<void> };
  onCancel: () => void;
};

/** The buttons of a form with a provider key: test first, or save anyway. */
export function KeyTestFooter({ verb, test, form, onCancel }: KeyTestFooterProps) {
  const { result, skip } = test;
  const isRejected = result !== undefined && result.outcome !== "accepted";
  const saveAnyway = () => {
    skip();
    void form.submit();
  };
  return (
    <FormFooter
      action={isRejected ? "Test again" : `Test and ${verb.toLowerCase()}`}
      pending={form.isPending}
      onCancel={onCancel}
    >
      {isRejected && (
        <Button
          variant={verb === "Replace" ? "dangerOutline" : "outline"}
          pending={form.isPending}
          onClick={saveAnyway}
        >
          {verb} anyway
        </Button>
      )}
    </FormFooter>
  );
}
