// The list of the connectors that providers.json may name.
import type { LiveKind } from './kinds.ts';

const BUILT: readonly LiveKind[] = [];

/** The connectors that exist, by the name that `connector` has in providers.json. */
export const LIVE_CONNECTORS: ReadonlyMap<string, LiveKind> = new Map(BUILT.map((kind) => [kind.kind, kind]));
