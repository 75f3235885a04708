import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { end } from '#test/process.ts';
import { groupWaitMs } from './reader-group.ts';

test.skipIf(process.platform !== 'linux')(
  'groupWaitMs counts the time in which a process waits for a core',
  async () => {
    const busy = [0, 1].map(() => spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;) Math.random();']));
    await expect.poll(() => Math.min(...busy.map(({ pid }) => groupWaitMs(pid)))).toBeGreaterThan(100);
    await Promise.all(busy.map((child) => end(child, 'SIGKILL')));
    expect(groupWaitMs(busy[0]?.pid)).toBe(0);
    expect(groupWaitMs(undefined)).toBe(0);
  },
);
