// `vouch jobs`: lists dead background jobs and puts them back into the queue.
import type { Command } from 'commander';
import { isUuid } from '#base/uuids.ts';
import { OperatorError } from '#services/access/clients.ts';
import type { House } from '#services/house.ts';
import { explained, type Print, type WithHouse } from './command-parts.ts';

const SHOWN_MAX = 100;

export function addJobCommands(program: Command, print: Print, withHouse: WithHouse): void {
  const jobs = explained(program.command('jobs'), 'Shows and retries jobs that failed permanently.', 'jobs dead');
  explained(jobs.command('dead'), `Lists the last ${SHOWN_MAX} jobs that failed permanently.`, 'jobs dead').action(() =>
    withHouse(async (house) => {
      const dead = await house.queue.deadJobs(SHOWN_MAX);
      const line = (job: (typeof dead)[number]) =>
        `${job.died_at.toISOString()}  ${job.id}  ${job.name}  ${job.owner}  ${job.attempts} attempts  ${job.message}`;
      print(dead, dead.map(line).join('\n'));
    }),
  );
  explained(
    jobs.command('retry [id]'),
    'Puts jobs that failed permanently back into the queue, with their full number of attempts.',
    'jobs retry --all',
  )
    .option('--all', 'all jobs that failed permanently')
    .action((id: string | undefined, { all }: { all?: true }) => {
      if ((id === undefined) === (all === undefined)) throw new OperatorError('specify either one job id or --all');
      return withHouse(async (house) => {
        const retried = id === undefined ? await house.queue.retryDeadJobs() : await retryOne(house, id);
        print({ retried }, `${retried} ${retried === 1 ? 'job is' : 'jobs are'} in the queue again.`);
      });
    });
}

/**
 * Puts the job back into the queue. Returns the number of jobs put back: 1, or 0 if the job is already in the queue.
 */
async function retryOne({ queue }: House, id: string): Promise<number> {
  const outcome = isUuid(id) ? await queue.retryDeadJob(id) : undefined;
  if (outcome === undefined) throw new OperatorError(`there is no job ${id}; finished jobs are deleted`);
  return outcome === 'retried' ? 1 : 0;
}
