import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { end } from '#test/process.ts';
import { groupCpuMs } from './reader-group.ts';

const COMPUTES = 'for (;;) Math.random();';
const STARTS_CHILD = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(COMPUTES)}])`;
const WAITS = 'setInterval(() => undefined, 1_000)';

test.skipIf(process.platform !== 'linux')(
  'groupCpuMs counts the time in which a process or its child computes, and not the time in which it waits',
  async () => {
    const [computing, starting, waiting] = [COMPUTES, STARTS_CHILD, WAITS].map((script) =>
      // Each process forms its own group. So the child that the second process starts can be killed together with the
      // second process.
      spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }),
    );
    await expect.poll(() => groupCpuMs(computing?.pid)).toBeGreaterThan(3_000);
    await expect.poll(() => groupCpuMs(starting?.pid)).toBeGreaterThan(3_000);
    expect(groupCpuMs(waiting?.pid)).toBeLessThan(2_000);
    for (const child of [computing, starting, waiting]) {
      if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      if (child !== undefined) await end(child, 'SIGKILL');
    }
    expect(groupCpuMs(computing?.pid)).toBe(undefined);
    expect(groupCpuMs(undefined)).toBe(undefined);
  },
);
