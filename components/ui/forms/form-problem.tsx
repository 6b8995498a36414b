type FormProblemProps = {
  /** What did not work: "Could not save". */
  what?: string;
  problem: string | undefined;
};

/** An error that belongs to no field. */
export function FormProblem({ what, problem }: FormProblemProps) {
  if (!problem) return null;
  return (
    <p role="alert" className="text-bad text-sm">
      {what ? `${what}: ${problem}` : problem}
    </p>
  );
}
