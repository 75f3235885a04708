// A notice is a message from a live provider to this service. This file defines for how long a repeated notice is
// recognised as a repetition.
export const NOTICES_KEPT_DAYS = 7;
