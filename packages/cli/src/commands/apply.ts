import { type AppliedPlan, type ApplyOptions, applyPlan, type MovedRow, rowsToApply } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { type Plan, readPlan } from '../plan-file.ts'
import { loggedIn, serverOf } from '../settings.ts'
import { watch } from './import.ts'

interface Choice {
  only?: string | undefined
  'skip-repeats'?: boolean | undefined
  'keep-repeats'?: boolean | undefined
  returned?: boolean | undefined
}

/** The rows to write. @throws UsageError unless the options say what becomes of possible repeats and of returned projects */
function choiceOf({ rows, counts }: Plan, choice: Choice): ApplyOptions {
  const { only, 'skip-repeats': skips = false, 'keep-repeats': keeps = false } = choice
  if (only !== undefined && only !== 'new' && only !== 'changed')
    throw new UsageError('--only 应为 new 或 changed')
  if (skips && keeps) throw new UsageError('--skip-repeats 与 --keep-repeats 只能择一')
  const returned = rows.filter((row) => row.returned && only !== 'new').length
  if (returned > 0 && !choice.returned)
    throw new UsageError(`计划将修改被退回的项目 ${returned} 行，确认请加 --returned，不修改请加 --only new`)
  if (only === undefined && counts.repeat > 0 && !skips && !keeps)
    throw new UsageError(
      `计划中有 ${counts.repeat} 行疑似重复，请加 --skip-repeats 跳过，或加 --keep-repeats 一并写入`,
    )
  return { only, keepRepeats: keeps, ...(choice.returned ? { takeReturned: true } : {}) }
}

function tellMoved(io: Io, message: string | undefined, moved: readonly MovedRow[]): void {
  for (const { row, name, message: what } of moved)
    print(io, `第${row}行 ${name}：${what.replace(/^：/, '')}`)
  const rows = new Set(moved.map(({ row }) => row)).size
  const reason = rows > 0 ? `计划之后有 ${rows} 行发生变化` : (message ?? '该计划未能执行')
  say(io, `${reason}，没有写入任何行；请重新执行 xinchu plan`)
}

function tellApplied(io: Io, { written, writtenBefore, batch }: AppliedPlan, refused: number): void {
  const isBefore = written === 0 && writtenBefore > 0
  const rows = isBefore ? `此前已照计划写入 ${writtenBefore} 行，本次未写入` : `已照计划写入 ${written} 行`
  const kept = batch?.kept ? `，保留人工更正 ${batch.kept} 格` : ''
  const blank = batch?.blank ? `，空单元格未清空 ${batch.blank} 格` : ''
  say(io, `${rows}${kept}${blank}${refused > 0 ? `；被拒绝的 ${refused} 行未写入` : ''}`)
}

/** Does what a plan says: all of its chosen rows, or nothing if anything that it rests on has changed. */
export async function apply(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.apply, 1)
  const plan = await readPlan(io, words[0] ?? '')
  const choice = choiceOf(plan, values)
  const server = await serverOf(io, values.server ?? plan.server)
  if (server !== plan.server) throw new UsageError(`该计划属于 ${plan.server}`)
  const refused = plan.counts.refused + plan.counts.asked
  const exit = refused > 0 ? ExitCode.rowsWithErrors : ExitCode.ok
  if (rowsToApply(plan, choice).length === 0) {
    if (values.json) printJson(io, { state: 'nothing', written: 0, refused, moved: [] })
    else say(io, '计划中没有要写入的行')
    return exit
  }
  const client = await loggedIn(io, server)
  const { onProgress, clear } = watch(io)
  const applied = await applyPlan(client.imports, plan, { ...choice, signal: io.signal, onProgress }).finally(
    clear,
  )
  const { state, written, moved, batch } = applied
  if (values.json) printJson(io, { state, written, refused, moved, batch })
  else if (state === 'applied') tellApplied(io, applied, refused)
  else tellMoved(io, batch?.message, moved)
  return state === 'applied' ? exit : ExitCode.failure
}
