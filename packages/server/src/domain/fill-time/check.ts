import type { components } from '@xinchu/contract/schema'
import { codes, messages } from '@xinchu/validators'
import type { FieldProblem } from '../../errors.ts'
import type { Deadlines } from './window.ts'

type Draft = components['schemas']['FillTimeDraft']

/** Form types that are filled in quarterly, and those opened per batch. */
const QUARTERLY: ReadonlySet<string> = new Set(['QUARTER', 'DEMO_PROGRESS'])
const BATCHED: ReadonlySet<string> = new Set(['DEMO_APPLY'])

const LEVELS = ['enterprise', 'county', 'city', 'province'] as const

/** Checks that deadlines lie within their window, and that a higher level's is not before a lower level's. */
export function deadlineProblems(
  deadlines: Deadlines,
  { startTime, endTime }: { startTime: string; endTime: string },
): FieldProblem[] {
  let before = startTime
  return LEVELS.flatMap((level) => {
    const deadline = deadlines[level]
    if (!deadline) return []
    const field = `levelDeadlines.${level}`
    if (deadline < startTime || deadline > endTime) return [{ field, message: '截止时间应在起止时间之内' }]
    if (deadline < before) return [{ field, message: '上级截止时间不应早于下级' }]
    before = deadline
    return []
  })
}

/** An extension is for regions or for offices, and says why. */
function extensionProblems({ regionCodes = [], orgIds = [], reason }: Draft): FieldProblem[] {
  const isExtension = regionCodes.length + orgIds.length > 0
  if (!isExtension) return reason ? [{ field: 'reason', message: '仅延期填写' }] : []
  return [
    ...(regionCodes.length > 0 && orgIds.length > 0
      ? [{ field: 'orgIds', message: '地区与机构请分别延期' }]
      : []),
    ...(reason?.trim() ? [] : [{ field: 'reason', code: codes.nonEmpty, message: messages.nonEmpty }]),
  ]
}

/** Checks a window by itself. */
export function windowProblems(draft: Draft): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (QUARTERLY.has(draft.fillType) && draft.quarter === undefined)
    problems.push({ field: 'quarter', code: codes.nonEmpty, message: messages.nonEmpty })
  if (!QUARTERLY.has(draft.fillType) && draft.quarter !== undefined)
    problems.push({ field: 'quarter', message: '该填报类型不分季度' })
  if (BATCHED.has(draft.fillType) && draft.batchNo === undefined)
    problems.push({ field: 'batchNo', code: codes.nonEmpty, message: messages.nonEmpty })
  if (draft.endTime <= draft.startTime)
    problems.push({ field: 'endTime', code: codes.dateOrder, message: messages.dateOrder })
  else problems.push(...deadlineProblems(draft.levelDeadlines ?? {}, draft))
  return [...problems, ...extensionProblems(draft)]
}
