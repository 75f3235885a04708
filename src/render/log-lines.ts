// Converts pino's JSON log lines into readable lines for a terminal.

const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const RED = 31;
const YELLOW = 33;
const GRAY = 90;

/**
 * Returns a line with time, level and message first, then the other fields as `name=value`. The stack of an error
 * follows on further lines. A line that is not a JSON object is returned unchanged.
 */
export function toTerminalLine(line: string, has_colors: boolean): string {
  const fields = parse(line);
  if (fields === undefined) return line;
  const { level, time, msg, err, ...rest } = fields;
  const paint = (text: string, color: number) => (has_colors ? `\u001b[${color}m${text}\u001b[0m` : text);
  const severity = typeof level === 'number' ? level : 30;
  const name = (LEVELS[severity] ?? String(level)).padEnd(5);
  const others = Object.entries({ ...rest, ...errorFields(err) }).map(([key, value]) => `${key}=${toText(value)}`);
  const parts = [
    paint(typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : '', GRAY),
    severity >= 50 ? paint(name, RED) : severity >= 40 ? paint(name, YELLOW) : name,
    String(msg ?? ''),
    ...(others.length === 0 ? [] : [paint(others.join(' '), GRAY)]),
  ];
  return `${parts.join(' ')}\n${stackOf(err)}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function errorFields(err: unknown): Record<string, unknown> {
  if (!isRecord(err)) return {};
  const { stack: _stack, ...fields } = err;
  return fields;
}

const stackOf = (err: unknown): string =>
  isRecord(err) && typeof err['stack'] === 'string' ? `${err['stack'].replaceAll(/^/gm, '    ')}\n` : '';

const toText = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
