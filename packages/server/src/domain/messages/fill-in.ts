import type { Caller } from '../caller.ts'
import { inHtml } from './html.ts'

/** Values that replace `{名称}` in a recipient's copy of a message. */
export type Values = ReadonlyMap<string, string>

const PLACE = /\{([^{}<>]{1,10})\}/g

/** The values of one recipient. The deadline is the message's. */
export function valuesFor(user: Pick<Caller, 'orgName' | 'realName'>, deadline: string | null): Values {
  const values: [string, string | undefined][] = [
    ['单位名称', user.orgName],
    ['姓名', user.realName],
    // Without seconds.
    ['截止时间', deadline?.slice(0, 16)],
  ]
  return new Map(values.flatMap(([name, value]) => (value ? [[name, value] as const] : [])))
}

/** Fills the placeholders of a title. Unknown ones stay. */
export const filledText = (text: string, values: Values): string =>
  text.replace(PLACE, (whole, name: string) => values.get(name) ?? whole)

/** Fills the placeholders of a text with markup. */
export const filledHtml = (html: string, values: Values): string =>
  html.replace(PLACE, (whole, name: string) => {
    const value = values.get(name)
    return value === undefined ? whole : inHtml(value)
  })
