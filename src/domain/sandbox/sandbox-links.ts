// Schemas for creating a connection in the sandbox without the widget.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, optionalName, optionalText, requiredText, sensitive, shape } from '#base/schema.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { NewDepositAccount } from '#domain/connections/deposit-accounts.ts';

export const NewSandboxLink = shape('NewSandboxLink', 'A login that the sandbox performs without the widget.', {
  user_id: requiredText(64),
  provider_id: requiredText(64, { examples: ['vouch_payroll'] }),
  username: requiredText(256, { examples: ['goodlogin'] }),
  password: requiredText(256, { examples: ['goodpassword'] }),
  product_type: choice(PRODUCT_TYPES),
  mfa_code: optionalText(64),
  account: Type.Optional(Type.Unsafe<NewDepositAccount | null>({ ...NewDepositAccount, type: ['object', 'null'] })),
  company_mapping_id: optionalText(64),
  tracking_info: optionalText(256),
  template_id: optionalName(),
  order_id: optionalName(),
});
export type NewSandboxLink = Static<typeof NewSandboxLink>;

export const SandboxLinkAnswer = shape('SandboxLink', 'The result of a login without the widget.', {
  public_token: sensitive('token', nullable(Id)),
  task_id: Id,
  link_id: Id,
});
export type SandboxLinkAnswer = Static<typeof SandboxLinkAnswer>;
