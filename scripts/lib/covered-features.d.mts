/** Browser tests that the map names, and features that it says they open. */
export const mapped: { tests: readonly string[]; features: readonly string[] }
