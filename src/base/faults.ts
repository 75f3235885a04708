// Selects what may be logged about an error: its name, its code and where it was created. The message is never logged,
// because it may quote a value, as database messages often do.

export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { fault: error.name, code, stack: stackOf(error) };
}

/**
 * Returns the first seven lines of the call stack. The error message above them is left out; it may have several lines.
 */
const stackOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 7)
    .join('\n');
