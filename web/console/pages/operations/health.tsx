// The health of a provider as a badge. A built-in provider has no health, because it cannot fail.
import type { ProviderStatus } from '#domain/connections/providers.ts';
import { Badge, type Tone } from '../../../shared/parts/marks.tsx';
import { inBoth, useWords } from '../../words.ts';

export const HEALTH_TONES: Readonly<Record<ProviderStatus, Tone>> = {
  up: 'good',
  degraded: 'warn',
  down: 'bad',
  unknown: 'calm',
};

export const HEALTH_WORDS = inBoth<ProviderStatus | 'sandbox'>(
  { up: 'Works', degraded: 'Often fails', down: 'Down', unknown: 'Not used yet', sandbox: 'Sandbox' },
  { up: 'Funciona', degraded: 'Falla a menudo', down: 'Caído', unknown: 'Aún sin uso', sandbox: 'Pruebas' },
);

export function Health({ status }: { status: ProviderStatus | null }) {
  const words = useWords(HEALTH_WORDS);
  if (status === null) return <Badge>{words.sandbox}</Badge>;
  return <Badge tone={HEALTH_TONES[status]}>{words[status]}</Badge>;
}
