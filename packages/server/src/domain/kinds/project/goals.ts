import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../../caller.ts'
import type { ProjectRow } from '../../es-project/query.ts'
import { allowedMoves, levelsOf, moveOf } from '../../es-project/states.ts'
import { type Level, type OfficeNames, UNNAMED } from '../../flow/offices.ts'
import { reply } from '../../reply.ts'

type Goal = components['schemas']['ReviewGoal']

const AT: Readonly<Record<string, Level>> = {
  [DeclareStatus.atCounty]: 'county',
  [DeclareStatus.atCity]: 'city',
  [DeclareStatus.atProvince]: 'province',
}

/** Effect of a return on the levels below the one that returns. */
function returnNote(row: ProjectRow): string {
  const levels = levelsOf(row)
  const at = AT[row.declare_status]
  const below = at ? levels.slice(0, levels.indexOf(at as 'county' | 'city' | 'province')) : levels // a level of AT
  if (below.length === 0) return '修改后重新提交，本级意见随附'
  const names = below.map((level) => ({ county: '县', city: '市', province: '省' })[level])
  return `${names.join('、')}级的通过作废，从${names[0] ?? ''}级重新开始`
}

/** Describes the result of each action that the caller may take on a project. */
export function projectGoals(row: ProjectRow, user: Caller, offices: OfficeNames): Goal[] {
  return allowedMoves(user, row).map(({ action, target, needsOpinion }) => {
    const to = moveOf(user, row, action, target)
    const level = to && AT[to.declare]
    const office = level && offices.get(level)
    const author = offices.get('author') ?? '填报单位'
    const common = { action, target, needsOpinion }
    switch (action) {
      case 'PASS':
        if (target === 'country') return reply<Goal>({ ...common, text: '通过后为 国家通过（待入库）' })
        return to?.declare === DeclareStatus.passed
          ? reply<Goal>({ ...common, text: '通过后为 省级通过', note: `由本单位上报 ${UNNAMED.nation}` })
          : reply<Goal>({ ...common, text: `通过后送 ${office ?? '上级能源主管部门'}`, office })
      case 'RETURN':
      case 'REOPEN': {
        const isToProvince = target === 'country' && action === 'RETURN'
        const name = isToProvince ? (offices.get('province') ?? '省级能源主管部门') : author
        const note = isToProvince ? '由省级答复或退回填报单位' : returnNote(row)
        return reply<Goal>({ ...common, text: `退回后回到 ${name}`, office: name, note })
      }
      case 'SUBMIT': {
        const name = target === 'country' ? (offices.get('nation') ?? UNNAMED.nation) : office
        const verb = target === 'country' ? '上报' : '提交'
        return to?.declare === DeclareStatus.passed && to.country !== CountryStatus.waiting
          ? reply<Goal>({ ...common, text: '提交后为 省级通过' })
          : reply<Goal>({ ...common, text: `${verb}后送 ${name ?? '上级能源主管部门'}`, office: name })
      }
      default:
        return reply<Goal>({ ...common, text: '撤回后可修改并重新提交' })
    }
  })
}
