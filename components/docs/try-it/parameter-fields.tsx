import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import type { TrialParameter } from "./trial.ts";

type ParameterFieldsProps = {
  parameters: readonly TrialParameter[];
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  /** Shows which required ones are missing. */
  isChecked: boolean;
};

/** One input for each parameter; those that are optional and have no example are collapsed. */
export function ParameterFields({ parameters, ...props }: ParameterFieldsProps) {
  const shown = parameters.filter(({ required, value }) => required || value !== "");
  const collapsed = parameters.filter((parameter) => !shown.includes(parameter));
  return (
    <>
      {shown.map((parameter) => (
        <ParameterField key={parameter.name} parameter={parameter} {...props} />
      ))}
      {collapsed.length > 0 && (
        <details>
          <summary className="flex min-h-6 w-fit cursor-pointer items-center text-muted text-sm hover:text-ink pointer-coarse:min-h-11">
            {collapsed.length === 1 ? "1 optional parameter" : `${collapsed.length} optional parameters`}
          </summary>
          <div className="flex flex-col gap-4 pt-2">
            {collapsed.map((parameter) => (
              <ParameterField key={parameter.name} parameter={parameter} {...props} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

type ParameterFieldProps = Omit<ParameterFieldsProps, "parameters"> & { parameter: TrialParameter };

function ParameterField({ parameter, values, onChange, isChecked }: ParameterFieldProps) {
  const { name, type, required } = parameter;
  const value = values[name] ?? "";
  return (
    <Field
      label={<code>{name}</code>}
      required={required}
      error={isChecked && required && !value.trim() ? `Enter ${name}.` : undefined}
    >
      <Input
        mono
        value={value}
        placeholder={type}
        onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
