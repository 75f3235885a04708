// Which version of the terms the person reads: the texts named `consent_…` in messages.en.ts and messages.es.ts. It is
// kept with the consent. A changed text is a new version; terms.test.ts notices.
export const TERMS_VERSION = '1';
