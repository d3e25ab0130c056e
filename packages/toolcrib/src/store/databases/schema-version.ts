/** The number of steps in `migrations.ts`: known without loading them. */
export const schemaVersion = 7;
