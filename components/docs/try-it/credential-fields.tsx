import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";

const OPTIONS = [
  { value: "session", label: "Console session" },
  { value: "key", label: "API key" },
] as const;

type CredentialFieldsProps = {
  isSignedIn: boolean;
  usesKey: boolean;
  onUsesKeyChange: (usesKey: boolean) => void;
  /** The key as typed. */
  value: string;
  onValueChange: (key: string) => void;
  /** Shows what is missing. */
  isChecked: boolean;
};

/** Whether the request is sent with the console session or with a key. */
export function CredentialFields({ isSignedIn, usesKey, onUsesKeyChange, ...props }: CredentialFieldsProps) {
  const { value, onValueChange, isChecked } = props;
  return (
    <>
      {isSignedIn && (
        <SegmentedControl
          aria-label="Send with"
          options={OPTIONS}
          value={usesKey ? "key" : "session"}
          onValueChange={(chosen) => onUsesKeyChange(chosen === "key")}
        />
      )}
      {usesKey && (
        <Field
          label="API key"
          hint={`Kept only until you leave this page.${isSignedIn ? "" : " Or sign in to use your console session."}`}
          error={isChecked && !value.trim() ? "Paste a key." : undefined}
        >
          <Input
            mono
            type="password"
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
    </>
  );
}
