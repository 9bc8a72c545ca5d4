import { IndexType } from '@xinchu/contract/codes'
import { roundTo } from '@xinchu/validators'
import type { AssessIndex, AssessStage, IndexDraft } from './queries.ts'

export const STAGES: readonly AssessStage[] = ['PRIMARY', 'EXCELLENT', 'ANNUAL', 'SELF']

/** An index in the editor. The key stays when its code changes; numbers stay as typed. */
export interface EditedIndex {
  key: string
  parentKey: string | undefined
  level: number
  code: string
  indexName: string
  indexType: string
  unit: string
  fullScore: string
  scoreRule: string
  direction: string
  lowerBound: string
  upperBound: string
  /** Key of the section of the application to judge it by; empty for that of its parent. */
  section: string
  techType: AssessIndex['techType']
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

/** Flattens a tree for display: each index before its children. */
export const flatten = (tree: readonly AssessIndex[], parentKey?: string): EditedIndex[] =>
  tree.flatMap((index) => {
    const key = String(index.id)
    return [
      {
        key,
        parentKey,
        level: index.indexLevel,
        code: index.code,
        indexName: index.indexName,
        indexType: index.indexType ?? '',
        unit: index.unit ?? '',
        fullScore: textOf(index.fullScore),
        scoreRule: index.scoreRule ?? '',
        direction: index.direction ?? '',
        lowerBound: textOf(index.lowerBound),
        upperBound: textOf(index.upperBound),
        section: index.section ?? '',
        techType: index.techType,
      },
      ...flatten(index.children ?? [], key),
    ]
  })

export const childrenOf = (rows: readonly EditedIndex[], key: string | undefined): EditedIndex[] =>
  rows.filter(({ parentKey }) => parentKey === key)

/** Parses typed points; 0 for invalid text. */
export const pointsOf = (text: string): number => (Number.isFinite(Number(text)) ? Number(text) : 0)

export const sumOf = (rows: readonly EditedIndex[]): number =>
  roundTo(
    rows.reduce((sum, { fullScore }) => sum + pointsOf(fullScore), 0),
    4,
  )

/** Describes the difference between an index's points and the sum of its children: 子项合计 24，上级 25，差 1. */
export function gapOf(whole: number, children: readonly EditedIndex[]): string | undefined {
  const sum = sumOf(children)
  const difference = roundTo(whole - sum, 4)
  if (children.length === 0 || difference === 0) return undefined
  return `子项合计 ${sum}，上级 ${whole}，${difference > 0 ? '差' : '多'} ${Math.abs(difference)}`
}

const isType = (value: string): value is NonNullable<IndexDraft['indexType']> =>
  value === '1' || value === '2'
const isDirection = (value: string): value is NonNullable<IndexDraft['direction']> =>
  ['HIGHER', 'LOWER', 'RANGE'].includes(value)

const number = (text: string) => (text.trim() === '' ? undefined : Number(text))

/** Leaves out what is empty. */
const given = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> => {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(kept) as Partial<T> // the entries of T that are given
}

/** Whether a list can be saved: codes, names and numbers are valid. */
export const isSound = (rows: readonly EditedIndex[]): boolean =>
  rows.every(
    ({ code, indexName, fullScore, lowerBound, upperBound }) =>
      code.trim() !== '' &&
      indexName.trim() !== '' &&
      fullScore.trim() !== '' &&
      [fullScore, lowerBound, upperBound].every((text) => Number.isFinite(Number(text))),
  )

/** Converts the edited list to the request. */
export function draftsOf(rows: readonly EditedIndex[]): IndexDraft[] {
  const codes = new Map(rows.map(({ key, code }) => [key, code]))
  return rows.map((row) => ({
    code: row.code.trim(),
    indexName: row.indexName.trim(),
    fullScore: pointsOf(row.fullScore),
    ...given<IndexDraft>({
      parentCode: row.parentKey === undefined ? undefined : codes.get(row.parentKey),
      indexType: isType(row.indexType) ? row.indexType : undefined,
      unit: row.unit.trim(),
      scoreRule: row.scoreRule.trim(),
      direction: isDirection(row.direction) ? row.direction : undefined,
      lowerBound: number(row.lowerBound),
      upperBound: number(row.upperBound),
      section: row.section,
      techType: row.techType,
    } as IndexDraft), // undefined values are dropped by given
  }))
}

/** The lines of a scoring rule, one for each band. */
export const bandsOf = (rule: string): string[] =>
  rule
    .split('；')
    .map((line) => line.trim())
    .filter(Boolean)

let serial = 0

/** A new index below another one, or at the top. */
export function newIndex(rows: readonly EditedIndex[], parent: EditedIndex | undefined): EditedIndex {
  serial += 1
  const number = childrenOf(rows, parent?.key).length + 1
  return {
    key: `new-${serial}`,
    parentKey: parent?.key,
    level: (parent?.level ?? 0) + 1,
    code: parent ? `${parent.code}-${number}` : `A${number}`,
    indexName: '',
    indexType: IndexType.qualitative,
    unit: '',
    fullScore: '0',
    scoreRule: '',
    direction: '',
    lowerBound: '',
    upperBound: '',
    section: '',
    techType: undefined,
  }
}

/** The keys of an index and of all its descendants. */
export function keysBelow(rows: readonly EditedIndex[], key: string): Set<string> {
  const keys = new Set([key])
  for (const row of rows) if (row.parentKey !== undefined && keys.has(row.parentKey)) keys.add(row.key)
  return keys
}

/** Inserts an index after the last one below its parent. */
export function inserted(rows: readonly EditedIndex[], added: EditedIndex): EditedIndex[] {
  if (added.parentKey === undefined) return [...rows, added]
  const below = keysBelow(rows, added.parentKey)
  const at = rows.findLastIndex(({ key }) => below.has(key))
  return [...rows.slice(0, at + 1), added, ...rows.slice(at + 1)]
}
