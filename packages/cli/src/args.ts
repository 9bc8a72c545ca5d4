import { UsageError } from './exit.ts'
import { parseWords } from './words.ts'

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const common = {
  server: text,
  json: flag,
  help: { type: 'boolean', short: 'h' },
} as const
const cells = { blank: text, 'keep-edits': flag, 'force-fields': text, returned: flag } as const
const reading = { sheet: text, map: text, 'map-out': text, remember: flag } as const
const output = { output: { type: 'string', short: 'o' }, force: flag } as const
const filters = {
  keyword: { type: 'string', short: 'k' },
  province: text,
  city: text,
  county: text,
  tech: texts,
  'build-status': texts,
  'declare-status': texts,
} as const

/** The options of each command. */
export const options = {
  login: {
    ...common,
    username: { type: 'string', short: 'u' },
    'password-stdin': flag,
    'new-password-stdin': flag,
    'new-password-file': text,
  },
  plain: common,
  template: { ...common, ...output, 'no-sample': flag },
  import: {
    ...common,
    'dry-run': flag,
    atomic: flag,
    submit: flag,
    ...reading,
    'keep-repeat': flag,
    ...cells,
    key: text,
    errors: text,
    warnings: flag,
    precheck: flag,
    journal: text,
    encoding: text,
    force: flag,
  },
  plan: { ...common, ...output, ...reading, 'force-fields': text, blank: text, encoding: text },
  apply: { ...common, returned: flag, only: text, 'skip-repeats': flag, 'keep-repeats': flag },
  export: { ...common, ...filters, ...output },
  report: { ...common, ...output },
  bulletin: { ...common, ...output, format: text, province: text, 'as-of': text },
  call: { ...common, ...output, file: texts },
  demos: {
    ...common,
    keyword: { type: 'string', short: 'k' },
    province: text,
    year: text,
    status: texts,
    page: text,
    size: text,
  },
  listen: {
    ...common,
    after: text,
    types: texts,
    exec: text,
    position: text,
    once: flag,
  },
  conformance: {
    ...common,
    url: text,
    username: { type: 'string', short: 'u' },
    accounts: text,
    level: text,
    only: texts,
    operations: text,
    'read-only': flag,
    list: flag,
    output: { type: 'string', short: 'o' },
  },
  audit: { ...common, known: text },
  remarks: { ...common, entity: text, id: text, status: text, page: text, size: text },
} as const

/**
 * Parses the options and the expected number of words of a command line, or from `words` to `most` of them.
 * @throws UsageError for more or fewer words
 */
export function parse<const Options extends (typeof options)[keyof typeof options]>(
  args: readonly string[],
  known: Options,
  words = 0,
  { most = words, lacking = '缺少文件名' } = {},
) {
  const { values, positionals } = parseWords(args, known)
  if (positionals.length > most) throw new UsageError(`多余的参数：${positionals[most]}`)
  if (positionals.length < words) throw new UsageError(lacking)
  return { values, words: positionals }
}

/** A whole number of at least 1. */
export function countOf(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new UsageError(`--${name} 应为正整数`)
  return Number(given)
}
