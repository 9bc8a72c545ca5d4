import { options, parse } from '../args.ts'
import { UsageError } from '../exit.ts'
import { save, tellSaved } from '../files.ts'
import type { Io } from '../io.ts'
import { loggedIn } from '../settings.ts'

const isQuarter = (value: number): value is 1 | 2 | 3 | 4 => value >= 1 && value <= 4

/** Year and quarter of a text like 2026Q3. @throws UsageError */
export function periodOf(text: string | undefined) {
  const [, year, digit] = /^(\d{4})[Qq](\d)$/.exec(text ?? '') ?? []
  const quarter = Number(digit)
  if (!isQuarter(quarter)) throw new UsageError('期次应形如 2026Q3')
  return { year: Number(year), quarter }
}

/** Saves the bulletin of a quarter as PDF or Word: the current one, or with --as-of the one of a batch or moment. */
export async function bulletin(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.bulletin, 1, { lacking: '缺少期次，如 2026Q3' })
  const period = periodOf(words[0])
  const format = values.format ?? (values.output?.endsWith('.docx') ? 'docx' : 'pdf')
  if (format !== 'pdf' && format !== 'docx') throw new UsageError('--format 应为 docx 或 pdf')
  const client = await loggedIn(io, values.server)
  const province = values.province ? { provinceCode: values.province } : {}
  const asOf = values['as-of'] ? { asOf: values['as-of'] } : {}
  const query = { ...period, format, ...province, ...asOf } as const
  const path = await save(
    io,
    (call) => client.publications.downloadBulletin(query, call),
    values,
    `季度通报-${words[0]}.${format}`,
  )
  return tellSaved(io, path, values.json)
}
