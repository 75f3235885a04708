// Simulates several processes that share one rate window, in steps of one millisecond. Compares the decisions of the
// processes with a brute-force count.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Copy, decideFromCopy, exchange, type Rule, reportOf, type Window } from './limits.ts';

type Step = { gap_ms: number; process: number; requests: number; wanted: number; dies: boolean };
type Process = { copy: Copy | undefined; pending: number; dead: boolean; late_ms: number };

function simulate(rule: Rule, steps: readonly Step[], late_ms: readonly number[]) {
  let [now_ms, leases, waited] = [0, 0, 0];
  let window: Window = { hits: [], leases: [] };
  const admitted: number[] = [];
  const refused: { at_ms: number; ahead: number }[] = [];
  const processes: Process[] = late_ms.map((late) => ({ copy: undefined, pending: 0, dead: false, late_ms: late }));

  const note = (decision: { admitted: boolean }, ahead: number) => {
    if (decision.admitted) admitted.push(now_ms);
    else refused.push({ at_ms: now_ms, ahead });
  };
  const visit = (process: Process, wanted: number) => {
    const report = process.copy && reportOf(process.copy);
    const ask = { report, waiting: process.pending, lease_id: `lease ${leases++}`, wanted };
    const outcome = exchange(window, rule, now_ms, ask);
    if (outcome.changed) window = outcome.window;
    process.copy = outcome.copy;
    process.pending -= outcome.decisions.length;
    for (const decision of outcome.decisions) note(decision, process.pending);
    waited += process.pending;
  };
  const tick = () => {
    for (const process of processes) {
      if (process.dead) continue;
      const over = process.copy?.lease_id !== undefined && now_ms + process.late_ms >= process.copy.until_ms;
      if (over || process.pending > 0) visit(process, 0);
    }
  };
  for (const step of steps) {
    for (const end_ms = now_ms + step.gap_ms; now_ms < end_ms; ) {
      now_ms++;
      tick();
    }
    const process = processes[step.process % processes.length];
    if (process === undefined || process.dead) continue;
    for (let index = 0; index < step.requests; index++) {
      const decision = process.copy && decideFromCopy(process.copy, now_ms + process.late_ms);
      if (decision !== undefined) note(decision, process.pending);
      else {
        process.pending++;
        visit(process, step.wanted);
      }
    }
    if (step.dies) {
      process.dead = true;
      process.pending = 0;
    }
  }
  for (const end_ms = now_ms + rule.window_ms; now_ms < end_ms; now_ms++) tick();
  const inWindow = (at_ms: number) => admitted.filter((at) => at > at_ms - rule.window_ms && at <= at_ms).length;
  return {
    admitted,
    refused,
    inWindow,
    waited,
    undecided: processes.reduce((total, { pending }) => total + pending, 0),
  };
}

const ruleArb = fc.record({ limit: fc.integer({ min: 1, max: 60 }), window_ms: fc.integer({ min: 20, max: 400 }) });
const stepsArb = (dies: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.record({
      gap_ms: fc.oneof({ weight: 4, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.nat(150) }),
      process: fc.nat(3),
      requests: fc.nat(12),
      wanted: fc.nat(40),
      dies,
    }),
    { minLength: 1, maxLength: 80 },
  );

describe('several processes sharing a window', () => {
  test('the processes admit no more requests than the limit allows in any window, and reject only requests that exceed the limit', () => {
    let waited = 0;
    fc.assert(
      fc.property(ruleArb, stepsArb(fc.constant(false)), fc.integer({ min: 1, max: 4 }), (rule, steps, count) => {
        const run = simulate(
          rule,
          steps,
          Array.from({ length: count }, () => 0),
        );
        waited += run.waited;
        for (const at_ms of run.admitted) expect(run.inWindow(at_ms)).toBeLessThanOrEqual(rule.limit);
        // When a request is refused, `ahead` earlier requests still wait for a decision. These earlier requests will
        // get the permits that are left.
        for (const { at_ms, ahead } of run.refused)
          expect(run.inWindow(at_ms) + ahead).toBeGreaterThanOrEqual(rule.limit);
        expect(run.undecided).toBe(0);
        expect(run.admitted.length + run.refused.length).toBe(
          steps.reduce((total, { requests }) => total + requests, 0),
        );
      }),
      // With 200 cases, there was one test run in twenty in which no process waited for another process. With 1,000
      // cases, at least one process waits in every test run.
      { numRuns: 1_000 },
    );
    expect(waited).toBeGreaterThan(0);
  });

  test('the processes admit no more requests than the limit allows, even if processes crash and their clocks are fast', () => {
    const lateArb = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 1, maxLength: 4 });
    const deathArb = fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    );
    fc.assert(
      fc.property(ruleArb, stepsArb(deathArb), lateArb, (rule, steps, late_ms) => {
        const run = simulate(rule, steps, late_ms);
        for (const at_ms of run.admitted) expect(run.inWindow(at_ms)).toBeLessThanOrEqual(rule.limit);
        expect(run.undecided).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});
