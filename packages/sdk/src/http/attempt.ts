/** What a reader makes of a text; undefined where it throws. */
export function attempt<T>(read: (text: string) => T, text: string): T | undefined {
  try {
    return read(text)
  } catch {
    return undefined
  }
}
