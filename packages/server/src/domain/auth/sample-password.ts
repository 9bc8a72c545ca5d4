/** The published password of every sample account. Only a platform with sample data shows and accepts it. */
export const SAMPLE_PASSWORD = 'Xinchu@2026'
