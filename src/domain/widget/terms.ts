// The version of the terms shown to the applicant, which are the texts named `consent_…` in web/shared/messages.en.ts and
// messages.es.ts. The version is stored with the consent. A changed text requires a new version;
// web/shared/terms.test.ts checks that.
export const TERMS_VERSION = '3';
