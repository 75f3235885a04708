// `vouch funnel`: how far people get in the widget, per step, provider and device.
import { type Command, InvalidArgumentError } from 'commander';
import { isDate } from '#base/calendar.ts';
import { FUNNEL_STEPS, type FunnelCount } from '#domain/widget/widget-events.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { funnelOf } from '#services/widget/widget-events.ts';
import { explained, type Print, type ScopeOptions, type WithHouse, withScope } from './command-parts.ts';

type FunnelOptions = ScopeOptions & { from: string; to: string };

export function addFunnelCommand(program: Command, print: Print, withHouse: WithHouse): void {
  withScope(
    explained(
      program.command('funnel'),
      'Counts how many people reached each step of the widget.',
      'funnel --client CLIENT_ID --env prod --from 2026-11-01 --to 2026-11-30',
    ),
  )
    .option('--from <date>', 'the first day, such as 2026-11-01', toDate, '0001-01-01')
    .option('--to <date>', 'the last day', toDate, '9999-12-31')
    .action(({ client, env, from, to }: FunnelOptions) =>
      withHouse(async (house) => {
        const ctx = ctxFor(house, { client_id: client, environment: env }, 0);
        const counts = await funnelOf(ctx, from, to);
        print(counts, FUNNEL_STEPS.map((step) => lineOf(step, counts)).join('\n'));
      }),
    );
}

const STEP_WIDTH = Math.max(...FUNNEL_STEPS.map(({ length }) => length));
const BAR_WIDTH = 40;

/**
 * Returns the line for one step: the number of visits that reached it, and a bar. The step with the largest
 * total has the longest bar.
 */
function lineOf(step: FunnelCount['step'], counts: readonly FunnelCount[]): string {
  const widest = Math.max(1, ...FUNNEL_STEPS.map((one) => totalOf(one, counts)));
  const total = totalOf(step, counts);
  const bar = '█'.repeat(Math.ceil((total / widest) * BAR_WIDTH));
  return `${step.padEnd(STEP_WIDTH)}  ${String(total).padStart(8)}  ${bar}`.trimEnd();
}

const totalOf = (step: FunnelCount['step'], counts: readonly FunnelCount[]): number =>
  counts.filter((one) => one.step === step).reduce((sum, { visits }) => sum + visits, 0);

function toDate(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('It must be a date such as 2026-11-01.');
  return text;
}
