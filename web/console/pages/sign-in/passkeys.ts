// Passkeys (WebAuthn). The server sends and receives bytes as base64url text; the browser's API works with buffers.

export type CreationOptions = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: 'public-key' }[];
};

export type RequestOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string;
  allowCredentials?: { id: string; type: 'public-key' }[];
};

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/**
 * Creates a passkey. Returns undefined if the person has canceled the creation, or if the device supports no passkeys.
 */
export async function createPasskey(options: CreationOptions): Promise<object | undefined> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytesOf(one.id) })),
  };
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) return undefined;
  return {
    ...common(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Proves that the person has the passkey. Returns undefined if the person has canceled. */
export async function usePasskey(options: RequestOptions): Promise<object | undefined> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map((one) => ({ ...one, id: bytesOf(one.id) })),
  };
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined;
  return {
    ...common(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle === null ? undefined : textOf(response.userHandle),
    },
  };
}

const common = (credential: PublicKeyCredential): object => ({
  id: credential.id,
  rawId: textOf(credential.rawId),
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  clientExtensionResults: credential.getClientExtensionResults(),
});

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.codePointAt(0) ?? 0);
}

export const textOf = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
