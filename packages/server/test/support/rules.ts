import { type GeneralItemsRequest, isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { type BookRule, type Example, type Moment, ruleBook } from '@xinchu/validators/book'
import type { Rig } from '../rig.ts'

type Codes = (string | undefined)[]

/** Codes that a call is refused with: of the request and of its fields. None if it is not refused. */
export async function refusalCodes(work: Promise<unknown>): Promise<Codes> {
  try {
    await work
    return []
  } catch (error) {
    if (!isXinchuError(error)) throw error
    return [error.code, ...error.errors.map(({ code }) => code)]
  }
}

const hasCode = (value: unknown): value is { code?: string } => typeof value === 'object' && value !== null

/** The parts of an answer that tell what is wrong with some of what was sent. */
const PARTS = ['errors', 'failed', 'reasons', 'warnings'] as const

/** Codes that a call is refused with, or those that its answer gives for some of what was sent. */
export async function codesOf(work: Promise<unknown>): Promise<Codes> {
  const refused = await refusalCodes(work)
  if (refused.length > 0) return refused
  const parts = new Map<string, unknown>(Object.entries(Object(await work)))
  return PARTS.flatMap((part) => {
    const list = parts.get(part)
    return Array.isArray(list) ? list.filter(hasCode).map(({ code }) => code) : []
  })
}

/** The rules of a family, such as `U`. */
export const familyOf = (family: string): BookRule[] =>
  ruleBook.filter(({ code }) => code.startsWith(`${family}-`))

type ExampleWith<K extends string> = Extract<Example, Readonly<Record<K, unknown>>>

/** A rule whose examples are data of one kind. */
export interface ExecutableRule<K extends string> {
  rule: BookRule
  passes: ExampleWith<K>
  fails: ExampleWith<K>
}

const isOf = <K extends string>(example: Example, key: K): example is ExampleWith<K> => key in example

/** The rules whose examples have this key: `usage`, `calculation` or `project`. */
export const executableBy = <K extends string>(key: K): ExecutableRule<K>[] =>
  ruleBook.flatMap((rule) => {
    const { passes, fails } = rule
    return isOf(passes, key) && isOf(fails, key) ? [{ rule, passes, fails }] : []
  })

/** The moments at which the server checks a periodic form. */
export const SERVED = ['保存', '提交', '审核'] as const satisfies readonly Moment[]

/** Codes that the server returns for a form at each moment: on saving, on submitting, and for the reviewer. */
export type Said = Record<(typeof SERVED)[number], Codes>

type Draft = GeneralItemsRequest['items'][number]

/** Saves, then submits a form, and lets its reviewer read it. */
export async function saidOf(author: XinchuClient, reviewer: XinchuClient, draft: Draft): Promise<Said> {
  const send = async (action: 'SAVE' | 'SUBMIT', more: Partial<Draft> = {}) => {
    const request = { action, items: [{ ...draft, ...more }] }
    const { saved, errors } = await author.projects.saveGeneralItems(request)
    return { item: saved[0], refused: errors.map(({ code }) => code) }
  }
  const { item: stored, refused: 保存 } = await send('SAVE')
  const place = stored && { id: stored.id, version: stored.version }
  const { item, refused } = await send('SUBMIT', place)
  if (!item) return { 保存, 提交: refused, 审核: [] }
  const { warnings } = await reviewer.review.getRecord({ entity: item.itemType, entityId: item.id })
  return {
    保存,
    提交: (item.warningIssues ?? []).map(({ code }) => code),
    审核: warnings.map(({ code }) => code),
  }
}

/** Calls that each break the rule of their code. */
export type Cases = Readonly<Record<string, (rig: Rig) => Promise<unknown>>>
