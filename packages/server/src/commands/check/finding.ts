/** Result of a check: the operator judges a `WARN`, and mends a `FAIL` before the platform is used. */
export type State = 'OK' | 'WARN' | 'FAIL'

/** One line of the operator's check. */
export interface Finding {
  part: string
  state: State
  text: string
}

export const finding = (part: string, state: State, text: string): Finding => ({ part, state, text })

const MARKS: Readonly<Record<State, string>> = { OK: '✓', WARN: '!', FAIL: '✗' }

const counted = (count: number, words: string) => (count === 0 ? '' : `，${count} 项${words}`)

/** Lines for a terminal, with the numbers at the end. */
export function linesOf(findings: readonly Finding[]): string[] {
  const count = (asked: State) => findings.filter(({ state }) => state === asked).length
  return [
    ...findings.map(({ part, state, text }) => `${MARKS[state]} ${part}　${text}`),
    `${findings.length} 项${counted(count('WARN'), '须注意')}${counted(count('FAIL'), '不通过')}`,
  ]
}

/** Message of any error in one line; its code if it has none, as after several addresses of one name. */
export function messageOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown } // read defensively
  return String(message || code || error).replace(/\s+/g, ' ')
}
