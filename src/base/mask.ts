// Masks secrets for display. Enough characters stay readable to recognise a secret, but too few to use it.

/** Returns `*****6789` for nine digits. If only four digits are stored, all four are masked. */
export const maskSsn = (ssn: string): string => (ssn.length === 9 ? `*****${ssn.slice(-4)}` : '****');

/** Returns 28 stars and the last four characters. */
export const maskToken = (token: string): string => `${'*'.repeat(28)}${token.slice(-4)}`;

/** Returns the masked secret: the environment's prefix, 36 stars and the secret's last four characters. */
export const maskSecret = (prefix: string, last4: string): string => `${prefix}${'*'.repeat(36)}${last4}`;
