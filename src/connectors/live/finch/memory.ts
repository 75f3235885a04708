// What an account of Finch remembers between two steps.
import { Type } from 'typebox';

export const FinchMemory = Type.Object({
  access_token: Type.String(),
  connection_id: Type.String(),
  /** How often the connector has waited for data since the last login. */
  waits: Type.Integer(),
});
