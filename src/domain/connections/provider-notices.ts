// Notices, which live providers send to this service. This file defines for how long a repeated notice is recognised as
// a repetition.
export const NOTICES_KEPT_DAYS = 7;
