/** Number of Unicode characters without white space: how forms, the server and the documents count words. */
export const countWords = (text: string | undefined): number => [...(text ?? '').replace(/\s/gu, '')].length

/** Bounds of a brief's body, in words. */
export const BRIEF_WORDS = { min: 200, max: 800 } as const

/** Least words of why a project leaves its batch. */
export const DEPARTURE_WORDS = 10

/** Bounds of what a project that was not selected is told: least words, most characters. */
export const FEEDBACK_LENGTH = { words: 50, characters: 2_000 } as const
