/** Rejects as fetch does. */
export const failed = (cause: unknown): TypeError => new TypeError('fetch failed', { cause })
