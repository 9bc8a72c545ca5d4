import { day } from '../../src/runtime/time.ts'

const thisYear = Number(day(new Date()).slice(0, 4))
const YEARS = new RegExp(`(${[-1, 0, 1].map((more) => thisYear + more).join('|')})`, 'g')

/** Takes the moments out of a text. */
export const withoutTimes = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?(\+\d\d(:\d\d)?)?/g, 'TIME')

/** Codes of projects, which count all that were made before. */
const CODES = /(ES\d{2}|DEMO)\d{4}\d{5,6}/g

/** Numbers of receipts, a part of which is drawn by lot. */
const RECEIPTS = /YY\d{6}-[2-9A-Z]{6}/g

/** Names of sample projects and their companies, and the batches of their own, which count likewise. */
const SERIALS = /(?<=示范项目|申报单位)\d+|(?<=年第)\d+(?=批)/g

/** Takes out of a text what differs between two runs: moments, years near today, quarters, codes and ids. */
export function timeless(text: string, id: number): string {
  return withoutTimes(text)
    .replace(CODES, 'CODE')
    .replace(RECEIPTS, 'RECEIPT')
    .replace(SERIALS, 'N')
    .replace(new RegExp(`(?<![\\d.])${id}(?![\\d.])`, 'g'), 'ID')
    .replace(YEARS, 'YEAR')
    .replace(/第[1-4]季度/g, '第N季度')
    .replace(/(quarter=(?:YEAR-)?)[1-4]\b/g, '$1N')
}

/** A value in one line, its properties in one order and without empty ones. */
export function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value)
  const parts = Object.entries(value).filter(([, part]) => part !== undefined && part !== null && part !== '')
  return `{${parts
    .map(([name, part]) => `${name}: ${inLine(part)}`)
    .sort()
    .join(', ')}}`
}

/** Lines of what several accounts get: equal answers stand once, with the accounts. */
export function byAnswer(name: string, answers: ReadonlyMap<string, string>): string[] {
  const accounts = new Map<string, string[]>()
  for (const [account, answer] of answers) accounts.set(answer, [...(accounts.get(answer) ?? []), account])
  return [...accounts].map(([answer, of]) => `  ${name} | ${of.join(' ')} | ${answer}`)
}
