import type { ImportJournal, ImportState } from '../../src/index.ts'

/** A journal in memory, with all states that were written. */
export function journalOf(first?: ImportState): ImportJournal & { states: ImportState[] } {
  const states = first ? [first] : []
  return {
    states,
    read: async () => states.at(-1),
    async write(state) {
      states.push(state)
    },
  }
}
