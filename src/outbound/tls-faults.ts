// Converts the error code of a secure connection to a message that says what is wrong. The messages are fixed strings,
// because text from outside may contain anything.

const FAULTS: ReadonlyMap<string, string> = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is not valid for this address.'],
  ['CERT_HAS_EXPIRED', 'The certificate has expired.'],
  ['CERT_NOT_YET_VALID', 'The certificate is not valid yet.'],
]);

/** Messages for error codes that match a pattern. */
const FAMILIES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^ERR_SSL_|^ERR_TLS_|^EPROTO$/, 'A secure connection could not be established.'],
  [/CERT|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/, 'The certificate was not issued by a trusted authority.'],
];

/** Undefined if the error has another cause than the security of the connection. */
export const tlsFaultText = (code: string): string | undefined =>
  FAULTS.get(code) ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1];
