// The scope of a piece of work: the client and the environment whose rows the work may access.

export const ENVIRONMENTS = ['sandbox', 'prod'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export type Scope = { readonly client_id: string; readonly environment: Environment };

export const otherScope = (scope: Scope): Scope => ({
  client_id: scope.client_id,
  environment: scope.environment === 'sandbox' ? 'prod' : 'sandbox',
});
