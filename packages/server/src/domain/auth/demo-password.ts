/** The published password of every demonstration account. Only a demonstration shows and accepts it. */
export const DEMO_PASSWORD = 'Xinchu@2026'
