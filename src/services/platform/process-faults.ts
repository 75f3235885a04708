// Uncaught errors of processes. A process with an uncaught error counts it in the database and stops; any process can
// report the counts.
import { SYSTEM } from '#storage/platform/db.ts';
import { countFault, type FaultCount, listFaults } from '#storage/platform/process-faults.ts';
import type { CtxParts } from './ctx.ts';

type Parts = Pick<CtxParts, 'database' | 'clock'>;

export const noteFault = ({ database, clock }: Parts, kind: string): Promise<void> =>
  countFault(database.scoped(SYSTEM), kind, clock.now());

export const faultCounts = ({ database }: Pick<Parts, 'database'>): Promise<FaultCount[]> =>
  listFaults(database.scoped(SYSTEM));
