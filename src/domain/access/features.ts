// Features that an operator may switch on or off for a client in one environment, and their defaults.
import { ServiceError } from '#base/errors.ts';
import type { Environment } from '#domain/platform/scope.ts';

const FEATURES = {
  liabilities: { title: 'Liabilities', sandbox: true, prod: false },
} as const satisfies Record<string, { title: string } & Record<Environment, boolean>>;

export type Feature = keyof typeof FEATURES;
export const FEATURE_NAMES = Object.keys(FEATURES).filter((name): name is Feature => name in FEATURES);

/** Contains only the features that the operator changed. All other features have their default values. */
export type FeatureChoices = Partial<Record<Feature, boolean>>;

export const isEnabled = (feature: Feature, environment: Environment, choices: FeatureChoices): boolean =>
  choices[feature] ?? FEATURES[feature][environment];

export const switchedOff = (feature: Feature) =>
  new ServiceError('not_authenticated', `${FEATURES[feature].title} is not enabled for this account.`);
