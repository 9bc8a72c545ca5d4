import { AccountStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import type { Caller } from '../../caller.ts'
import type { UserRow } from '../query.ts'

export type BulkAction = components['schemas']['UserBulk']['action']

/** An account of a plan, with what the plan depends on. */
export interface Planned extends UserRow {
  /** True if the caller may do this to the account. */
  is_reached: boolean
  open_assigns: number
  open_projects: number
  /** Active accounts of its office. */
  office_active: number
}

/** The office that accounts are moved to. */
export interface Target {
  id: number
  version: number
  name: string
  deptId: number
  isFitting(roleIds: readonly number[]): boolean
}

interface Refusal {
  code: RuleCode
  message: string
}

const refusal = (code: RuleCode, message: string): Refusal => ({ code, message })

type Check = (row: Planned, target: Target | undefined) => Refusal | undefined

const isOpen = ({ status }: Planned) => status === AccountStatus.active || status === AccountStatus.locked
const unreviewed = ({ status }: Planned) =>
  status === AccountStatus.pending || status === AccountStatus.cancelled

const CHECKS: Readonly<Record<BulkAction, Check>> = {
  disable: (row) => (isOpen(row) ? undefined : refusal('A-024', '账号未启用')),
  enable: (row) =>
    row.status === AccountStatus.disabled ? undefined : refusal('A-024', '只能启用已停用的账号'),
  reset: (row) => (isOpen(row) ? undefined : refusal('A-024', '账号未启用，启用后方可重置密码')),
  unlock: (row) => (row.status === AccountStatus.locked ? undefined : refusal('A-024', '账号未锁定')),
  move(row, target) {
    if (row.org_id === target?.id) return refusal('A-024', '已属于该机构')
    const roles = (row.roles ?? []).map(({ id }) => id)
    return target?.isFitting(roles) ? undefined : refusal('A-018', '现有角色与调入机构的部门类别不符')
  },
}

/** Returns why an account is left out; undefined if the action is done to it. */
export function refusalOf(
  row: Planned,
  { action, target, user }: { action: BulkAction; target: Target | undefined; user: Caller },
): Refusal | undefined {
  if (row.id === user.id) return refusal('A-017', '不能办理本人的账号')
  if (!row.is_reached) return refusal('A-017', '不在您可办理的范围内')
  if (unreviewed(row)) return refusal('A-024', '注册尚未通过审核，请在注册审核中办理')
  return CHECKS[action](row, target)
}

/** Planned change of an account. */
export function effectOf(row: Planned, action: BulkAction, target: Target | undefined): string {
  switch (action) {
    case 'disable':
      return '停用，立即退出，启用前不能登录'
    case 'enable':
      return '启用，可以登录'
    case 'reset':
      return '生成临时密码，立即退出，登录后须修改密码'
    case 'unlock':
      return `解除锁定（原锁定至${row.locked_until ?? ''}），可以登录`
    case 'move':
      return `由“${row.org_name ?? '无机构'}”调整到“${target?.name ?? ''}”，立即退出`
  }
}

/** Open work of an account that leaves. */
export function notesOf(row: Planned, action: BulkAction, leaving: number): string[] {
  if (action !== 'disable' && action !== 'move') return []
  const isLast = row.status !== AccountStatus.disabled && row.org_id !== null && row.office_active <= leaving
  return [
    ...(row.open_assigns > 0 ? [`有${row.open_assigns}项评审任务尚未提交，须改派`] : []),
    ...(isLast ? ['原机构将没有可用的账号'] : []),
    ...(isLast && row.open_projects > 0 ? [`原机构有${row.open_projects}个项目待填报或待修改`] : []),
  ]
}
