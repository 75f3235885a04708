// Turns a browser's user agent string into a readable name, such as `Firefox on Windows`.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

export function deviceOf(user_agent: string): string {
  const nameIn = (table: readonly [RegExp, string][]): string | undefined =>
    table.find(([pattern]) => pattern.test(user_agent))?.[1];
  const named = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return named.length === 0 ? user_agent.slice(0, 40) || '–' : named.join(' · ');
}
