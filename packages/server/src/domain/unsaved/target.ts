import type { Place } from './place.ts'

/** What a target of unsaved input says. */
export interface Aim extends Pick<Place, 'kind'> {
  /** What the form is of besides its record, such as a category; empty for most. */
  scope: string
  /** Key of the record; undefined for a new one, and where the record has another key. */
  id: number | undefined
  /** Year of forms that are of a period. */
  year: number | undefined
}

const NEW = 'new:'
const KEY = /^\d{1,15}$/
/** The year of a work report begins its scope; that of a calculation ends its key. */
const YEAR = /^(\d{4})-|-(\d{4})$/

/** Reads a target: `new:` or the record, both after a scope and a point, and a number of the client. */
export function aimOf({ kind, target }: Place): Aim {
  const isNew = target.startsWith(NEW)
  const [head = ''] = target.slice(isNew ? NEW.length : 0).split('~')
  const point = head.lastIndexOf('.')
  const [scope, rest] = [head.slice(0, Math.max(point, 0)), head.slice(point + 1)]
  const period = YEAR.exec(isNew || scope ? scope : rest)
  const year = period?.[1] ?? period?.[2]
  return {
    ...{ kind, scope },
    id: !isNew && KEY.test(rest) ? Number(rest) : undefined,
    year: year === undefined ? undefined : Number(year),
  }
}
