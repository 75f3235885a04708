// The list of the connectors that providers.json may name.
import { argyleKind } from './argyle/index.ts';
import { fdxKind } from './fdx/kind.ts';
import { fileKind } from './file/kind.ts';
import { finchKind } from './finch/index.ts';
import type { LiveKind } from './kinds.ts';
import { plaidKind } from './plaid/index.ts';
import { simplefinKind } from './simplefin/index.ts';

const BUILT: readonly LiveKind[] = [fdxKind, simplefinKind, fileKind, plaidKind, argyleKind, finchKind];

/** The existing connectors. The key is the value of `connector` in providers.json. */
export const LIVE_CONNECTORS: ReadonlyMap<string, LiveKind> = new Map(BUILT.map((kind) => [kind.kind, kind]));
