// The version of the terms shown to the applicant, which are the texts named `consent_…` in messages.en.ts and
// messages.es.ts. The version is stored with the consent. A changed text requires a new version; terms.test.ts checks
// that.
export const TERMS_VERSION = '3';
