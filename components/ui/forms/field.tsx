"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "#lib/cn.ts";

type FieldProps = {
  label: ReactNode;
  /** One sentence below the label that explains the value. */
  /** Full sentences end with a period, fragments do not, in every hint, description and tooltip. */
  hint?: ReactNode;
  /** What is wrong and how to fix it; marks the control as invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean;
  /** Shown at the right end of the label: "optional", a counter, a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const FieldContext = createContext<Wiring | undefined>(undefined);

/** Label, hint and error of one control; the control inside reads its IDs from context. */
export function Field({ label, hint, error, required = false, hideLabel, aside, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <div className={cn("flex items-baseline justify-between gap-3", hideLabel && "sr-only")}>
        <label htmlFor={id} id={`${id}-label`} className="font-medium text-sm">
          {label}
          {required && <span className="ml-1 font-normal text-muted text-xs">required</span>}
        </label>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

type ControlProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
  "aria-required"?: boolean | "true" | "false" | undefined;
};

/** The id and ARIA attributes of a control inside a Field; its own props win. */
export function useField(props: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  return {
    id: props.id ?? field?.id,
    "aria-describedby": props["aria-describedby"] ?? field?.describedBy,
    "aria-invalid": props["aria-invalid"] ?? (field?.invalid || undefined),
    "aria-required": props["aria-required"] ?? (field?.required || undefined),
  };
}

/** The id of the surrounding Field's label, for groups that a `for` cannot name. */
export function useFieldLabelId(): string | undefined {
  const field = useContext(FieldContext);
  return field && `${field.id}-label`;
}

type ChoiceLabelProps = {
  /** Of the control, which refers to the hint as `${id}-hint`. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** For the label's text. */
  className?: string;
};

/** The label and the hint next to a checkbox, a radio button or a switch. */
export function ChoiceLabel({ id, label, hint, className }: ChoiceLabelProps) {
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className={cn("text-sm", className)}>
        {label}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </span>
      )}
    </div>
  );
}
