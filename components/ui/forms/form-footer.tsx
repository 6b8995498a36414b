import type { ReactNode } from "react";
import { Button } from "#components/ui/display/button.tsx";

type FormFooterProps = {
  /** What submitting does: "Create key". */
  action: ReactNode;
  onCancel: () => void;
  pending: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** More buttons, before the submit button. */
  children?: ReactNode;
};

/** The buttons of a form in a dialog. */
export function FormFooter({ action, onCancel, pending, disabled, danger = false, children }: FormFooterProps) {
  return (
    <footer className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
      <Button type="submit" variant={danger ? "danger" : "filled"} disabled={disabled} pending={pending}>
        {action}
      </Button>
    </footer>
  );
}
