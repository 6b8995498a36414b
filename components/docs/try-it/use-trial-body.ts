import { useState } from "react";
import { formOf } from "./request-body.ts";
import type { Trial } from "./trial.ts";

export type TrialBody = ReturnType<typeof useTrialBody>;

/** The body being edited, as JSON or as a form; each keeps its text while the other is shown. */
export function useTrialBody({ body, form }: Trial) {
  const [isForm, setIsForm] = useState(form !== undefined && body === undefined);
  const [json, setJson] = useState(body ?? "");
  const [fields, setFields] = useState(form?.fields ?? "");
  const [file, setFile] = useState<File>();
  const text = isForm ? fields : json;
  return {
    isForm,
    setIsForm,
    text,
    setText: isForm ? setFields : setJson,
    startText: isForm ? form?.fields : body,
    file,
    setFile,
    /** Undefined while no file is chosen. */
    toSend: isForm && form ? file && formOf(form.part, file, fields) : json,
  };
}
