import {
  type ImportBatch,
  type ImportOutcome,
  importRows,
  type PlannedRow,
  type XinchuClient,
} from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { type Plan, readPlan } from '../plan-file.ts'
import { type Moved, movedIn } from '../plan-moved.ts'
import { loggedIn, serverOf } from '../settings.ts'
import { watch } from './import.ts'

interface Choice {
  only?: string | undefined
  'skip-repeats'?: boolean | undefined
  'keep-repeats'?: boolean | undefined
  returned?: boolean | undefined
}

/** The rows of a plan to write. @throws UsageError unless it is said what becomes of possible repeats */
function chosenRows({ rows, counts }: Plan, choice: Choice): PlannedRow[] {
  const { only, 'skip-repeats': skips = false, 'keep-repeats': keeps = false } = choice
  if (only !== undefined && only !== 'new' && only !== 'changed')
    throw new UsageError('--only 应为 new 或 changed')
  if (skips && keeps) throw new UsageError('--skip-repeats 与 --keep-repeats 只能择一')
  const returned = rows.filter((row) => row.returned && only !== 'new').length
  if (returned > 0 && !choice.returned)
    throw new UsageError(`计划将修改被退回的项目 ${returned} 行，确认请加 --returned，不修改请加 --only new`)
  if (only !== undefined) return rows.filter(({ action }) => action === only)
  if (counts.repeat > 0 && !skips && !keeps)
    throw new UsageError(
      `计划中有 ${counts.repeat} 行疑似重复，请加 --skip-repeats 跳过，或加 --keep-repeats 一并写入`,
    )
  return rows.filter(
    ({ action }) => action === 'new' || action === 'changed' || (keeps && action === 'repeat'),
  )
}

/** How the rows as they are checked now differ from those of the plan. */
async function movedSince(
  chosen: readonly PlannedRow[],
  { rows }: Pick<ImportOutcome, 'rows'>,
  plan: Pick<Plan, 'forceFields' | 'clearBlank'>,
): Promise<Moved[]> {
  const moved: Moved[] = []
  let at = 0
  // Sent in the plan's order, and numbered from 1.
  for await (const row of rows()) {
    const planned = chosen[at]
    if (planned) moved.push(...movedIn(planned, row, plan))
    at += 1
  }
  return moved
}

/** Writes the rows in one transaction, provided that each would still do what was planned. */
async function write(
  io: Io,
  client: XinchuClient,
  { plan, chosen, choice }: { plan: Plan; chosen: readonly PlannedRow[]; choice: Choice },
) {
  const { id, forceFields, clearBlank } = plan
  const watching = watch(io)
  const repeats = choice['keep-repeats'] && choice.only === undefined
  let moved: Moved[] = []
  const outcome = await importRows(
    client.imports,
    chosen.map(({ cells = {} }) => cells),
    {
      mode: 'atomic',
      skipRepeat: !repeats,
      ...(forceFields ? { forceFields } : {}),
      ...(clearBlank ? { clearBlank } : {}),
      ...(choice.returned ? { takeReturned: true } : {}),
      // An apply that was interrupted goes on where it was; other rows of the plan are another batch.
      clientKey: ['plan', id, choice.only ?? 'all', ...(repeats ? ['repeats'] : [])].join('-'),
      signal: io.signal,
      onProgress: watching.onProgress,
      async beforeWrite(checked) {
        moved = await movedSince(chosen, checked, plan)
        return moved.length === 0
      },
    },
  ).finally(watching.clear)
  const { batch } = outcome
  // Rows that are refused now, or a draft that was changed at the very last.
  if (batch.state !== 'DONE' && moved.length === 0) moved = await movedSince(chosen, outcome, plan)
  if (batch.state === 'READY') await client.imports.cancel(batch.id, { signal: io.signal })
  return { batch, written: outcome.written, writtenBefore: outcome.writtenBefore, moved }
}

function tellMoved(io: Io, { message }: ImportBatch, moved: readonly Moved[]): void {
  for (const { row, name, message: what } of moved)
    print(io, `第${row}行 ${name}：${what.replace(/^：/, '')}`)
  const rows = new Set(moved.map(({ row }) => row)).size
  const reason = rows > 0 ? `计划之后有 ${rows} 行发生变化` : (message ?? '该计划未能执行')
  say(io, `${reason}，没有写入任何行；请重新执行 xinchu plan`)
}

/** Does what a plan says: all of its chosen rows, or nothing if anything that it rests on has changed. */
export async function apply(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.apply, 1)
  const plan = await readPlan(words[0] ?? '')
  const chosen = chosenRows(plan, values)
  const server = await serverOf(io, values.server ?? plan.server)
  if (server !== plan.server) throw new UsageError(`该计划属于 ${plan.server}`)
  const { refused } = plan.counts
  if (chosen.length === 0) {
    if (values.json) printJson(io, { state: 'nothing', written: 0, refused, moved: [] })
    else say(io, '计划中没有要写入的行')
    return refused > 0 ? ExitCode.rowsWithErrors : ExitCode.ok
  }
  const client = await loggedIn(io, server)
  const { batch, written, writtenBefore, moved } = await write(io, client, { plan, chosen, choice: values })
  const isDone = batch.state === 'DONE'
  if (values.json) printJson(io, { state: isDone ? 'applied' : 'refused', written, refused, moved, batch })
  else if (isDone) {
    const isBefore = written === 0 && writtenBefore > 0
    const rows = isBefore ? `此前已照计划写入 ${writtenBefore} 行，本次未写入` : `已照计划写入 ${written} 行`
    const kept = batch.kept ? `，保留人工更正 ${batch.kept} 格` : ''
    const blank = batch.blank ? `，空单元格未清空 ${batch.blank} 格` : ''
    say(io, `${rows}${kept}${blank}${refused > 0 ? `；被拒绝的 ${refused} 行未写入` : ''}`)
  } else tellMoved(io, batch, moved)
  if (!isDone) return ExitCode.failure
  return refused > 0 ? ExitCode.rowsWithErrors : ExitCode.ok
}
