import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { end } from '#test/process.ts';
import { groupWaitMs } from './reader-group.ts';

test.skipIf(process.platform !== 'linux')(
  'groupWaitMs counts the time in which a process waits for a core',
  async () => {
    // The test starts one process more than there are cores, so that one process always has to wait.
    const busy = Array.from({ length: availableParallelism() + 1 }, () =>
      spawn(process.execPath, ['-e', 'for (;;) Math.random();']),
    );
    await expect.poll(() => Math.max(...busy.map(({ pid }) => groupWaitMs(pid)))).toBeGreaterThan(100);
    await Promise.all(busy.map((child) => end(child, 'SIGKILL')));
    expect(groupWaitMs(busy[0]?.pid)).toBe(0);
    expect(groupWaitMs(undefined)).toBe(0);
  },
);
