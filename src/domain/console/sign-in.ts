// Schemas of the requests with which dashboard users sign in and manage their own account.
import { type Static, Type } from 'typebox';
import { Id, requiredText, shape, Timestamp } from '#base/schema.ts';

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 256;
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 128;

/** A new password. Only its length is checked, because the length makes a password strong. */
const NewPassword = Type.String({ minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX });
/**
 * A password or code that is compared with the stored value. Its length is limited, because comparing a long value
 * takes time.
 */
const Guess = requiredText(PASSWORD_LENGTH_MAX);

export const SignIn = shape('SignIn', 'An e-mail address and its password.', {
  email: requiredText(EMAIL_LENGTH_MAX),
  password: Guess,
});
export type SignIn = Static<typeof SignIn>;

export const FactorCode = shape('FactorCode', 'A code of an authenticator app, or a recovery code.', { code: Guess });

export const PasswordChange = shape('PasswordChange', 'The old password and the new one.', {
  old_password: Guess,
  new_password: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const Acceptance = shape('Acceptance', 'What a person enters to accept an invitation.', {
  token: requiredText(128),
  name: requiredText(NAME_LENGTH_MAX),
  password: NewPassword,
});
export type Acceptance = Static<typeof Acceptance>;

/** What a browser's authenticator returns. The WebAuthn library checks its content. */
const AuthenticatorResponse = Type.Unsafe<Record<string, unknown>>({ type: 'object' });

export const PasskeyResponse = shape('PasskeyResponse', 'The response of an authenticator.', {
  response: AuthenticatorResponse,
});

export const NewPasskey = shape('NewPasskey', 'A passkey to register, with a name by which its user recognizes it.', {
  name: requiredText(NAME_LENGTH_MAX),
  response: AuthenticatorResponse,
});

/** The options for the browser's authenticator, as WebAuthn defines them. */
export const PasskeyOptions = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

export const NewTotp = shape('NewTotp', 'The secret for an authenticator app. It is shown only now.', {
  secret: Type.String(),
  otpauth_url: Type.String(),
  /** The QR code for authenticator apps, as a complete SVG image. It contains the otpauth URL. */
  qr_svg: Type.String(),
});

export const RecoveryCodes = shape('RecoveryCodes', 'Codes that each replace a second factor once. Shown only now.', {
  recovery_codes: Type.Array(Type.String()),
});

const PasskeyView = Type.Object({ id: Id, name: Type.String(), created_at: Timestamp });

export const RegisteredPasskey = Type.Object({
  ...PasskeyView.properties,
  /** The list is empty if the user already has recovery codes. */
  recovery_codes: Type.Array(Type.String()),
});

export const FactorsView = shape('Factors', 'The second factors of a user.', {
  totp: Type.Boolean(),
  passkeys: Type.Array(PasskeyView),
  recovery_codes_left: Type.Integer(),
});
