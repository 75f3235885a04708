// The shared part of the sandbox providers' manifests.
import type { LoginField, Manifest } from '#connectors/contract.ts';
import { PASSWORD, USERNAME } from '#connectors/login-fields.ts';

type Given = Pick<Manifest, 'id' | 'name' | 'data_source' | 'products'> & Partial<Manifest>;

export const ORGANIZATION: LoginField = {
  name: 'organization_id',
  label: 'Organization ID (if you were given one)',
  kind: 'text',
  autocomplete: 'off',
  required: false,
  length_max: 128,
};

export const LOGIN_FIELDS: readonly LoginField[] = [{ ...USERNAME, label: 'User name, email or phone' }, PASSWORD];

/** The manifest of a provider that exists only in the sandbox and, by default, does not use the network. */
export const sandboxManifest = (given: Given): Manifest => ({
  logo_url: null,
  domain: null,
  is_supported: true,
  success_rate: 'high',
  environments: ['sandbox'],
  login: { kind: 'form', fields: LOGIN_FIELDS },
  second_factors: ['code'],
  origins: [],
  ...given,
});
