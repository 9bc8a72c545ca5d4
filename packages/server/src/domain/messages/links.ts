import { deptKinds } from '@xinchu/contract/rights'
import type { Caller } from '../caller.ts'

const desk = <Kind extends string>(kind: Kind) => `/esproject/desk/index?id=${kind}-:id`

/** Screens by kind of record and purpose. */
const SCREENS = {
  'PROJECT.read': '/esproject/detail/:id',
  'PROJECT.write': '/esproject/declare/form?id=:id',
  'USAGE.write': '/decision/quarter/enterprise/index',
  'USAGE.review': desk('usage'),
  'USAGE.list': '/decision/quarter/government/index',
  'YEARCALC.write': '/decision/year/calculation/index',
  'YEARCALC.review': desk('yearcalc'),
  'DEMO.write': '/demonstration/apply/form?id=:id',
  'DEMO.read': '/demonstration/detail/:id',
  'PROGRESS.write': '/demonstration/progress/index',
  'PROGRESS.review': desk('progress'),
  'ANNUAL.write': '/demonstration/annual/index',
  'ANNUAL.review': desk('annual'),
  'PROV_DEMO.write': '/provincial/demonstration/index?id=:id',
  'WORK_REPORT.write': '/provincial/workreport/index',
  'APPEAL.list': '/esproject/repeat/index',
  'REGISTRATION.list': '/system/registration/index',
  'EXPERT_TASK.list': '/experttaskment/index',
  'EXPERT_GROUP.list': '/demonstration/excellent/group',
  'ACCOUNT.write': '/user/center',
} as const

type Key = keyof typeof SCREENS

/** What a message is about, and what its recipient does with it. `search` is what the screen is opened with. */
export type Target = {
  [K in Key]: K extends `${infer Kind}.${infer Purpose}`
    ? { kind: Kind; purpose: Purpose; id?: number; search?: Readonly<Record<string, string | number>> }
    : never
}[Key]

/** The address of a target's screen. */
export function linkTo({ kind, purpose, id, search = {} }: Target): string {
  const key = `${kind}.${purpose}` as Key // every target is made of a key
  const path = SCREENS[key].replace(':id', String(id))
  const words = Object.entries(search).map(([name, value]) => `${name}=${value}`)
  return words.length > 0 ? `${path}?${words.join('&')}` : path
}

interface Stored {
  link: string | null
  biz_id: number | null
  /** True for the author of a project that can still be changed. */
  opens_form?: boolean | null
  done?: boolean | null
}

const { 'USAGE.write': SHEET, 'USAGE.list': USAGE_LIST } = SCREENS

/**
 * The address that a recipient opens from a stored message. Authorities fill in their own stations' quarters too, and
 * have them in the list that they review, not in an enterprise's sheet.
 */
export function linkFor({ link, biz_id, opens_form, done }: Stored, recipient: Caller): string | null {
  if (opens_form && !done && biz_id !== null) return linkTo({ kind: 'PROJECT', purpose: 'write', id: biz_id })
  return recipient.deptId === deptKinds.enterprise ? link : (link?.replace(SHEET, USAGE_LIST) ?? null)
}
