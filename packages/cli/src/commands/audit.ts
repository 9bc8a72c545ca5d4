import type { AuditCheck } from '@xinchu/sdk'
import { countOf, options, parse } from '../args.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { loggedIn } from '../settings.ts'

/** An end of the chain that was kept outside the platform, as `120:<hash>`. */
function knownEnd(text: string | undefined): { knownSeq: number; knownHash: string } | undefined {
  if (text === undefined) return undefined
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seq || !hash) throw new UsageError('--known 应为 序号:哈希，如 120:9f86…，哈希为 64 位')
  return { knownSeq: countOf('known', seq, 1), knownHash: hash }
}

const lineOf = ({ seq, entryId, message }: AuditCheck['problems'][number]) =>
  `${seq === undefined ? `记录 ${entryId ?? ''}` : `序号 ${seq}`}：${message}`

/** `xinchu audit verify`: checks the whole chain of the audit log. Ends with a failure if something was changed. */
export async function audit([command, ...args]: readonly string[], io: Io): Promise<number> {
  if (command !== 'verify') throw new UsageError(`没有命令 audit ${command ?? ''}`)
  const { values } = parse(args, options.audit)
  const known = knownEnd(values.known)
  const client = await loggedIn(io, values.server)
  const problems: AuditCheck['problems'] = []
  let checked = 0
  for (let from = 1; ; ) {
    const part = await client.auditLog.verify({ from, ...known }, { signal: io.signal })
    checked += part.checked
    problems.push(...part.problems)
    if (part.next !== undefined) {
      from = part.next
      continue
    }
    const { lastSeq, hash } = part
    if (values.json) printJson(io, { checked, problems, lastSeq, hash })
    else {
      for (const problem of problems) print(io, lineOf(problem))
      print(io, `${lastSeq}:${hash}`)
      say(
        io,
        problems.length > 0
          ? `核对 ${checked} 条，发现 ${problems.length} 处问题`
          : `核对 ${checked} 条，链完整`,
      )
    }
    return problems.length > 0 ? ExitCode.failure : ExitCode.ok
  }
}
