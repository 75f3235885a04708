// What a log may say of a fault: never a value. A message may quote one, a database's often does, so only the kind of the
// error and where it was made are logged.

export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { fault: error.name, code, stack: stackOf(error) };
}

/** The lines of the call stack; the message above them may have lines of its own. */
const stackOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .join('\n');
