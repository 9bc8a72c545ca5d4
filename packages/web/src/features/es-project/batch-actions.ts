import type { FlowRequest, Project, ProjectRow } from '@xinchu/sdk'
import type { PassWords } from './pass-dialog.tsx'
import type { Passing } from './pass-model.ts'
import type { projectMutations } from './queries.ts'

type FlowAction = FlowRequest['action']
export type Action = FlowAction | 'READ' | 'DELETE'
type Look = 'primary' | 'plain' | 'danger'

export const ACTIONS: Readonly<Record<Action, { name: string; look: Look; isAsking?: boolean }>> = {
  SUBMIT: { name: '提交', look: 'primary' },
  PASS: { name: '通过', look: 'primary', isAsking: true },
  RETURN: { name: '退回', look: 'danger', isAsking: true },
  WITHDRAW: { name: '撤回', look: 'plain' },
  REOPEN: { name: '退回重报', look: 'danger' },
  READ: { name: '签收', look: 'plain' },
  DELETE: { name: '删除', look: 'danger' },
}
const ORDER = Object.keys(ACTIONS) as Action[] // the keys just written

export type Movable = Passing & Pick<Project | ProjectRow, 'moves' | 'readFlag' | 'deletable'>

/** The platform's offer of an action for a project: its target, and whether it needs an opinion. */
export const moveOf = ({ moves = [] }: Movable, action: Action) =>
  moves.find((move) => move.action === action)

function allows(row: Movable, action: Action): boolean {
  if (action === 'DELETE') return row.deletable ?? false
  // The office that may pass a project signs it in, once.
  if (action === 'READ') return !row.readFlag && moveOf(row, 'PASS') !== undefined
  return moveOf(row, action) !== undefined
}

/** The actions that every one of these projects allows, with the same target: one request names one target. */
export const actionsOf = (rows: readonly Movable[]): Action[] =>
  ORDER.filter(
    (action) =>
      rows.every((row) => allows(row, action)) &&
      new Set(rows.map((row) => moveOf(row, action)?.target)).size === 1,
  )

/** Whether a province sends these projects up to the nation. */
const isReport = (rows: readonly Movable[], action: Action): boolean =>
  action === 'SUBMIT' && rows.some((row) => moveOf(row, action)?.target === 'country')

/** Name of an action on these projects, as its button has it. */
export const nameOf = (rows: readonly Movable[], action: Action): string =>
  isReport(rows, action) ? '上报国家能源主管部门' : ACTIONS[action].name

/** The same in short, before a number of projects. */
export const verbOf = (rows: readonly Movable[], action: Action): string =>
  isReport(rows, action) ? '上报' : ACTIONS[action].name

/** Whether an author submits his projects, which needs the statement of truth; the province's report up does not. */
export const isSubmission = (rows: readonly Movable[], action: Action): boolean =>
  action === 'SUBMIT' && rows.every((row) => moveOf(row, action)?.target === 'province')

export interface Words {
  opinion: string
  /** Reason why the projects are not duplicates. */
  repeatReason?: string
  passReasons?: PassWords['passReasons']
  /** Deadline for the correction of returned projects. */
  dueDate?: string
  warningReasons?: FlowRequest['warningReasons']
}

export function requestOf(
  rows: readonly Movable[],
  action: Action,
  { opinion, repeatReason, passReasons = [], dueDate, warningReasons }: Words,
) {
  const ids = rows.map(({ id }) => id)
  if (action === 'DELETE' || action === 'READ') return { action, ids }
  const [first] = rows
  return {
    ids,
    action,
    target: (first && moveOf(first, action)?.target) ?? 'province',
    ...(opinion ? { opinion } : {}),
    ...(warningReasons ? { warningReasons } : {}),
    ...(dueDate ? { dueDate } : {}),
    ...(repeatReason ? { repeatReason } : {}),
    ...(passReasons.length > 0 ? { passReasons } : {}),
  }
}

export type Request = Parameters<NonNullable<typeof projectMutations.act.mutationFn>>[0]

/** The same request for some of its projects. */
export function onlyOf(request: Request, ids: number[]): Request {
  if (!('target' in request)) return { ...request, ids }
  const { passReasons, warningReasons, ...rest } = request
  const isKept = ({ id }: { id: number }) => ids.includes(id)
  return {
    ...rest,
    ids,
    ...(passReasons ? { passReasons: passReasons.filter(isKept) } : {}),
    ...(warningReasons ? { warningReasons: warningReasons.filter(isKept) } : {}),
  }
}
