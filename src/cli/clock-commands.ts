// `vouch clock`: the sandbox clock of a client.
import type { Command } from 'commander';
import { toTimestamp } from '#base/timestamps.ts';
import { ADVANCE_SECONDS_MAX } from '#domain/sandbox/sandbox-clock.ts';
import { clientCtx } from '#services/access/clients.ts';
import { advanceClock, type ClockReading, readClock } from '#services/sandbox/sandbox-clock.ts';
import {
  explained,
  type Print,
  refuseUnknown,
  required,
  type WithHouse,
  wholeNumber,
  withClient,
} from './command-parts.ts';

export function addClockCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const clock = explained(
    program.command('clock'),
    'Shows and advances the sandbox clock of a client.',
    'clock --client CLIENT_ID',
  ).hook('preSubcommand', refuseUnknown);
  withClient(
    explained(
      clock.command('show', { isDefault: true }),
      'Shows the time on the sandbox clock of a client.',
      'clock show --client CLIENT_ID',
    ),
  ).action(({ client }: { client: string }) =>
    withHouse(async (house) => {
      const reading = await readClock(await clientCtx(house, sandboxOf(client)));
      print(present(reading), lineOf(reading));
    }),
  );
  required(
    withClient(
      explained(
        clock.command('advance'),
        'Advances the sandbox clock of a client and fires the timers that come due.',
        'clock advance --client CLIENT_ID --seconds 86400',
      ),
    ),
    '--seconds <number>',
    `number of seconds to advance, 1 to ${ADVANCE_SECONDS_MAX}`,
    wholeNumber(1, ADVANCE_SECONDS_MAX),
  ).action(({ client, seconds }: { client: string; seconds: number }) =>
    withHouse(async (house) => {
      const ctx = await clientCtx(house, sandboxOf(client));
      const { fired, first_fired: _first, ...reading } = await advanceClock(ctx, seconds, house.timer_handlers);
      print({ ...present(reading), fired }, `${lineOf(reading)}; ${fired} timers fired`);
    }),
  );
}

const sandboxOf = (client_id: string) => ({ client_id, environment: 'sandbox' }) as const;

/** The clock in the format of the API's response. */
const present = ({ now, real_now, offset_seconds }: ClockReading) => ({
  now: toTimestamp(now),
  real_now: toTimestamp(real_now),
  offset_seconds,
});

const lineOf = ({ now, offset_seconds }: ClockReading): string =>
  `${toTimestamp(now)}, ${offset_seconds} seconds ahead of real time`;
