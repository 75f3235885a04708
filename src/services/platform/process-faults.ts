// Counts the uncaught errors of processes. A process that has an uncaught error counts the error in the database and
// then stops. Any process can report the counts.
import { SYSTEM } from '#storage/platform/db.ts';
import { countFault, type FaultCount, listFaults } from '#storage/platform/process-faults.ts';
import type { CtxParts } from './ctx.ts';

type Parts = Pick<CtxParts, 'database' | 'clock'>;

export const noteFault = ({ database, clock }: Parts, kind: string): Promise<void> =>
  countFault(database.scoped(SYSTEM), kind, clock.now());

export const faultCounts = ({ database }: Pick<Parts, 'database'>): Promise<FaultCount[]> =>
  listFaults(database.scoped(SYSTEM));
