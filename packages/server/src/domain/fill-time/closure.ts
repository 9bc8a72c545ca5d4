import { deptKinds } from '@xinchu/contract/rights'
import { windowPeriod } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import { CLOSED, type Closure, windowClosed } from '../../errors.ts'
import { momentOf } from '../../runtime/time.ts'
import { type Caller, may } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { deadlineOf, type FillTimeRow, findWindows, isOpenFor, type Period, reaches } from './window.ts'

type FillType = FillTimeRow['fill_type']

const NATION = '国家能源主管部门'

/** Kinds of department that ask their province for more time. Others ask the nation, which sets the windows. */
const ASK_PROVINCE: ReadonlySet<number> = new Set([deptKinds.enterprise, deptKinds.county, deptKinds.city])

const minute = (time: string) => time.slice(0, 16)

/** Name of a window in words, such as 季度使用情况（2026年第3季度）. */
export const windowName = ({
  fill_type,
  year,
  quarter,
  batch_no,
}: Pick<FillTimeRow, 'fill_type' | 'year' | 'quarter' | 'batch_no'>): string =>
  `${labelIn('fill_type', fill_type)}（${windowPeriod({
    year,
    ...(quarter === null ? {} : { quarter }),
    ...(batch_no === null ? {} : { batchNo: batch_no }),
  })}）`

/** The window that says most about why none is open: the next one, else the one that ended last. */
function tellingWindow(windows: readonly FillTimeRow[], user: Caller, now: Date): FillTimeRow | undefined {
  const enabled = windows.filter((window) => window.enabled)
  const coming = enabled.filter(({ start_time }) => momentOf(start_time) > now)
  const ended = enabled.filter((window) => !coming.includes(window))
  return (
    coming.toSorted((a, b) => a.start_time.localeCompare(b.start_time))[0] ??
    ended.toSorted((a, b) => deadlineOf(b, user).localeCompare(deadlineOf(a, user)))[0] ??
    windows[0]
  )
}

function whyClosed(window: FillTimeRow, user: Caller, now: Date): string {
  const name = windowName(window)
  if (!window.enabled) return `${name}的填报时间已停用`
  const [start, end] = [minute(window.start_time), minute(window.end_time)]
  const span = `${name}的填报时间为 ${start} 至 ${end}`
  if (momentOf(window.start_time) > now) return `${span}，尚未开始`
  const deadline = minute(deadlineOf(window, user))
  return `${span}，${deadline === end ? '' : '本级'}已于 ${deadline} 截止`
}

/** Explains why none of these windows of a form is open to the caller, and who can extend them. */
export function closureOf(
  windows: readonly FillTimeRow[],
  { fillType, ...period }: { fillType: FillType } & Partial<Period>,
  user: Caller,
  now: Date,
): Closure {
  const window = tellingWindow(
    windows.filter((each) => reaches(each, user)),
    user,
    now,
  )
  const { year, quarter } = period
  const wanted =
    year === undefined ? '' : `（${windowPeriod({ year, ...(quarter === undefined ? {} : { quarter }) })}）`
  const why = window
    ? whyClosed(window, user, now)
    : `${labelIn('fill_type', fillType)}${wanted}尚未设置填报时间`
  const asked = (ASK_PROVINCE.has(user.deptId) && window?.ask_office) || NATION
  return { code: CLOSED.code, message: `${CLOSED.message}：${why}。如需办理，请联系${asked}` }
}

/** Returns why a period is closed to the caller; undefined if it is open. Reads the windows once. */
export async function closureCheck(
  db: Db,
  fillType: FillType,
  user: Caller,
  now: Date,
): Promise<(period?: Period) => Closure | undefined> {
  if (may(user, 'windows.ignore')) return () => undefined
  const windows = await findWindows(db, { fillType }, user)
  return (period) => {
    const own = windows.filter(
      ({ year, quarter }) =>
        !period || (period.year === year && (quarter === null || quarter === (period.quarter ?? quarter))),
    )
    if (own.some((window) => isOpenFor(window, user, now))) return undefined
    return closureOf(own, { fillType, ...period }, user, now)
  }
}

/** @throws HttpError 423 if no window of this type, and of this period if given, is open to the caller */
export async function requireWindow(
  db: Db,
  fillType: FillType,
  user: Caller,
  now: Date,
  period?: Period,
): Promise<void> {
  const closure = (await closureCheck(db, fillType, user, now))(period)
  if (closure) throw windowClosed(closure)
}
