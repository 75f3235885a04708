// The input fields that most login forms have.
import type { LoginField } from './contract.ts';

export const USERNAME: LoginField = {
  name: 'username',
  label: 'User name',
  kind: 'text',
  autocomplete: 'username',
  required: true,
  length_max: 128,
};

export const PASSWORD: LoginField = {
  name: 'password',
  label: 'Password',
  kind: 'password',
  autocomplete: 'current-password',
  required: true,
  length_max: 128,
};
