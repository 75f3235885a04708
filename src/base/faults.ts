// What a log may contain about an error: never a value. A message may quote one, and database messages often do, so
// only the error's name, its code and the place where it was created are logged.

export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { fault: error.name, code, stack: stackOf(error) };
}

/** The lines of the call stack, without the message above them, which may have several lines. */
const stackOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .join('\n');
