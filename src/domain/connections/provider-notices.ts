// Notices of live providers: how long a repeated notice is recognized.
export const NOTICES_KEPT_DAYS = 7;
