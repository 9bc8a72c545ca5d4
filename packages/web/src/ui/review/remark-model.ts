import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReviewRemark } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { plainFigure } from '@xinchu/validators/reading'

/** State of a remark as its author sees it. */
export type RemarkState = 'open' | 'changed' | 'answered' | 'closed' | 'changedAfterClosing'

export const REMARK_WORDS: Readonly<Record<RemarkState, string>> = {
  open: '待处理',
  changed: '已修改',
  answered: '已答复 · 未修改',
  closed: '已关闭',
  changedAfterClosing: '关闭后又改',
}

type Stated = Pick<ReviewRemark, 'status' | 'answer' | 'changed'>

/** @param isChanged whether the field differs from the asked value; the server's finding by default */
export function remarkState({ status, answer, changed = false }: Stated, isChanged = changed): RemarkState {
  if (status === RemarkStatus.closed) return 'closed'
  if (status === RemarkStatus.changedAfterClosing) return 'changedAfterClosing'
  if (isChanged) return 'changed'
  return answer ? 'answered' : 'open'
}

export interface RemarkCounts {
  total: number
  open: number
  changed: number
  answered: number
}

/** Counts the remarks that the author handles. Closed ones are left out. */
export function countStates(states: readonly RemarkState[]): RemarkCounts {
  const of = (state: RemarkState) => states.filter((each) => each === state).length
  const [open, changed, answered] = [of('open'), of('changed'), of('answered')]
  return { total: open + changed + answered, open, changed, answered }
}

/** 意见 3 处，待处理 1; 意见 3 处，已处理. */
export const countWords = ({ total, open }: RemarkCounts): string =>
  `意见 ${total} 处，${open > 0 ? `待处理 ${open}` : '已处理'}`

/** 县级退回 · 3 处: a state with its open remarks, for lists. */
export const stateWithRemarks = (label: string, count: number | undefined): string =>
  count ? `${label} · ${count} 处` : label

/** A place in a record: a field, or a property of one of its rows. */
export interface FieldPlace {
  name: string
  /** From 0. */
  row?: number
  property?: string
}

const PATH = /^([A-Za-z]\w*)(?:\[(\d+)\])?(?:\.([A-Za-z]\w*))?$/

/** Parses `hybridDetail[1].ratedPower`; undefined for a remark on the whole record. */
export function placeOf(field: string | undefined): FieldPlace | undefined {
  const [, name, row, property] = PATH.exec(field ?? '') ?? []
  if (!name) return undefined
  return { name, ...(row === undefined ? {} : { row: Number(row) }), ...(property ? { property } : {}) }
}

/** Name of the form control of a place: `hybridDetail.1.ratedPower`. */
export const controlOf = ({ name, row, property }: FieldPlace): string =>
  [name, row, property].filter((part) => part !== undefined).join('.')

/** A remark with the number that it has in the form, the list and the messages. */
export interface NumberedRemark {
  no: number
  remark: ReviewRemark
  place: FieldPlace | undefined
}

/** Remarks in the order of the form's fields: first those on the whole record, last those on unknown fields. */
export function numbered(remarks: readonly ReviewRemark[], names: readonly string[]): NumberedRemark[] {
  const rank = (place: FieldPlace | undefined) => {
    if (!place) return -1
    const at = names.indexOf(place.name)
    return at < 0 ? names.length : at
  }
  return remarks
    .map((remark) => ({ remark, place: placeOf(remark.field) }))
    .sort(
      (a, b) =>
        rank(a.place) - rank(b.place) ||
        (a.place?.row ?? -1) - (b.place?.row ?? -1) ||
        a.remark.id - b.remark.id,
    )
    .map((each, index) => ({ ...each, no: index + 1 }))
}

/**
 * Index of the next or previous open remark, around the ends; -1 if none is open.
 * @param from index of the current remark, -1 for none
 */
export function nextOpen(states: readonly RemarkState[], from: number, step: 1 | -1): number {
  const count = states.length
  const start = from < 0 && step < 0 ? 0 : from
  for (let moved = 1; moved <= count; moved += 1) {
    const index = (((start + step * moved) % count) + count) % count
    if (states[index] === 'open') return index
  }
  return -1
}

const NUMERIC: ReadonlySet<FieldSpec['kind']> = new Set(['number', 'integer'])
const PLAIN: ReadonlySet<FieldSpec['kind']> = new Set(['string', 'date', 'datetime'])

/**
 * Form value of a value in words; undefined if the words are ambiguous or need a register.
 * @param entries the field's dictionary
 */
export function valueFromWords(
  { kind, dict, source, unit }: Pick<FieldSpec, 'kind' | 'dict' | 'source' | 'unit'>,
  words: string | undefined,
  entries: readonly { value: string; label: string }[] = [],
): string | undefined {
  if (words === undefined) return ''
  if (source) return undefined
  if (dict) return kind === 'dict' ? entries.find(({ label }) => label === words)?.value : undefined
  if (kind === 'boolean') return { 是: 'true', 否: 'false' }[words]
  if (NUMERIC.has(kind)) {
    const figure = plainFigure(words.replace(unit ?? '', ''))
    return figure === undefined ? undefined : String(figure)
  }
  return PLAIN.has(kind) && !words.includes('*') ? words : undefined // masked texts cannot be restored
}
