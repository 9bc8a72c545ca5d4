import type { UnsavedChange, UnsavedEntry, UnsavedValue } from '@xinchu/sdk'
import type { Place } from '../../src/lib/edits/model.ts'

interface Row extends UnsavedValue {
  seq: number
}

interface Kept {
  seq: number
  title: string | undefined
  rows: Map<string, Row>
}

export const nameOf = ({ kind, target }: Place) => `${kind} ${target}`

/** The platform's calls as `packages/server/src/domain/unsaved` answers them, for one account. */
export class SamplePlatform {
  readonly entries = new Map<string, Kept>()
  /** What the platform says of entries that can no longer be saved. */
  readonly standings = new Map<string, Pick<UnsavedEntry, 'state' | 'reason'>>()
  calls = 0
  private seq = 0

  list(): readonly UnsavedEntry[] {
    return [...this.entries].map(([name, { title, rows }]) => {
      const [kind, target = ''] = name.split(' ')
      return {
        kind: kind as UnsavedEntry['kind'], // the name has it from a place
        target,
        count: rows.size,
        savedAt: '2026-03-01 10:20:00',
        ...(this.standings.get(name) ?? { state: 'OPEN' as const }),
        ...(title === undefined ? {} : { title }),
      }
    })
  }

  values(place: Place) {
    const found = this.entries.get(nameOf(place))
    return {
      seq: found?.seq ?? 0,
      values: [...(found?.rows.values() ?? [])].map(({ seq: _, ...row }) => row),
    }
  }

  save({ seen, set, drop, title, ...place }: UnsavedChange) {
    this.calls += 1
    const entry = this.entries.get(nameOf(place)) ?? {
      seq: 0,
      title: undefined,
      rows: new Map<string, Row>(),
    }
    const wanted = new Map(set.map(({ key, value }) => [key, value]))
    const others = [...entry.rows.values()].filter(
      ({ key, value, seq }) => seq > seen && wanted.get(key) !== value,
    )
    const refused = new Set(others.map(({ key }) => key))
    this.seq += 1
    for (const key of drop) if (!refused.has(key)) entry.rows.delete(key)
    for (const each of set) if (!refused.has(each.key)) entry.rows.set(each.key, { ...each, seq: this.seq })
    this.entries.set(nameOf(place), { ...entry, seq: this.seq, title: title ?? entry.title })
    if (entry.rows.size === 0) this.entries.delete(nameOf(place))
    return { seq: this.seq, others: others.map(({ seq: _, ...row }) => row) }
  }

  remove({ seen, ...place }: Place & { seen: number }) {
    const found = this.entries.get(nameOf(place))
    if (found && found.seq > seen) throw new Error('stale')
    this.entries.delete(nameOf(place))
  }
}
