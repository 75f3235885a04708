import { expect, test, vi } from 'vitest';
import { IN_LINE_MS_MAX, inLine } from './lines.ts';

test('pieces of work with the same name run one by one, in the order of arrival; work with another name does not wait for them', async () => {
  const seen: string[] = [];
  let end: () => void = () => undefined;
  const held = inLine('clock', () => new Promise<void>((resolve) => (end = resolve)));
  const second = inLine('clock', async () => {
    seen.push('second begins');
    await Promise.resolve();
    seen.push('second ends');
  });
  const third = inLine('clock', async () => seen.push('third'));
  await inLine('another clock', async () => seen.push('another'));
  end();
  await Promise.all([held, second, third]);
  expect(seen).toEqual(['another', 'second begins', 'second ends', 'third']);
});

test('has_waited is true if the work had to wait for other work with the same name', async () => {
  const waits = await Promise.all(['clock', 'clock', 'another'].map((name) => inLine(name, async (waited) => waited)));
  expect(waits).toEqual([false, true, false]);
});

test('if a piece of work fails, the next piece of work with the same name still runs', async () => {
  const failing = inLine('clock', () => Promise.reject(new Error('broken')));
  const next = inLine('clock', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('a caller that has waited ten seconds for earlier callers is rejected with the code `unavailable`', async () => {
  vi.useFakeTimers();
  try {
    let end: () => void = () => undefined;
    const held = inLine('clock', () => new Promise<void>((resolve) => (end = resolve)));
    const refused = inLine('clock', async () => 'never').catch((error: unknown) => error);
    vi.advanceTimersByTime(IN_LINE_MS_MAX);
    expect(await refused).toMatchObject({ code: 'unavailable' });
    const patient = inLine('clock', async () => 'done');
    end();
    await held;
    expect(await patient).toBe('done');
  } finally {
    vi.useRealTimers();
  }
});
