import { AT_PRESENT, type FileFacts, fileLine, totalWords } from '@xinchu/validators'
import type { Described, Schema } from './contract.ts'
import type { Given } from './inputs.ts'
import { type Io, say } from './io.ts'

type Row = Described['row']

const REGION = /(?:province|city|county|region)Code$/i

/** A caption with its unit. The name of a place stands beside its code under the same caption. */
function captionOf(name: string, { title = name, 'x-unit': unit }: Schema): string {
  const caption = REGION.test(name) ? `${title.replace(/代码$/u, '')}代码` : title
  return unit ? `${caption}（${unit}）` : caption
}

/** Headings of the columns of a row: captions with units by the contract, each once. */
export function captionsOf(row: Row): string[] {
  const captions = Object.entries(row).map(([name, schema]) => [name, captionOf(name, schema)] as const)
  const isOnce = (caption: string) => captions.filter(([, each]) => each === caption).length === 1
  return captions.map(([name, caption]) => (isOnce(caption) ? caption : `${caption}（${name}）`))
}

const AHEAD_MS = 8 * 3_600_000

const nowInBeijing = () => new Date(Date.now() + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')

function periodOf({ year, quarter }: Given['query']): string {
  if (year === undefined) return AT_PRESENT
  return quarter === undefined ? `${String(year)}年` : `${String(year)}年第${String(quarter)}季度`
}

interface Counted {
  written: number
  total: number
}

/** What the rows of a list are: period, total, source and moment. */
export function factsOf({ summary }: Described, { query }: Given, { written, total }: Counted): FileFacts {
  const count = written === total ? totalWords(total) : `${totalWords(total)}中的 ${written} 条`
  return { period: periodOf(query), total: count, source: summary, moment: nowInBeijing() }
}

/** Says beside the rows of a list what they are. */
export const tellSource = (described: Described, given: Given, counted: Counted, io: Io): void =>
  say(io, fileLine(factsOf(described, given, counted)))
