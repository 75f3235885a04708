import { expect, test, vi } from 'vitest';
import { IN_LINE_MS_MAX, inLine } from './lines.ts';

test('work of one name happens one at a time, in the order of arrival; other names do not wait', async () => {
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

test('work knows whether it came right after other work of its name', async () => {
  const told = await Promise.all(['clock', 'clock', 'another'].map((name) => inLine(name, async (waited) => waited)));
  expect(told).toEqual([false, true, false]);
});

test('work that fails lets the next one begin', async () => {
  const failing = inLine('clock', () => Promise.reject(new Error('broken')));
  const next = inLine('clock', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('unavailable: a turn that does not come in ten seconds is not waited for', async () => {
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
