import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './exit.ts'
import { suggestion } from './nearest.ts'

type Options = NonNullable<ParseArgsConfig['options']>

const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** What is wrong with an option, in words. The parser says it in English, and names the option in quotes. */
function wordsOf({ code, message }: Error & { code: string }, known: readonly string[]): string {
  const option = /'(?:-\w, )?(--?[^\s'=]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = option.startsWith('--') ? suggestion(option.slice(2), known, '--') : ''
    return `没有选项 ${option}${near}`
  }
  if (message.includes('does not take')) return `选项 ${option} 不带值`
  return `缺少选项 ${option} 的值`
}

/**
 * Reads options and words. With `allowNegative` each flag has a `--no-…` that denies it.
 * @throws UsageError that names the option that is wrong
 */
export function parseWords<const Known extends Options>(
  args: readonly string[],
  options: Known,
  allowNegative = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative })
  } catch (error) {
    if (!hasCode(error) || !error.code.startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(wordsOf(error, Object.keys(options)))
  }
}
