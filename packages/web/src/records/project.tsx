import { fields, groups } from '@xinchu/contract/fields'
import type { Project } from '@xinchu/sdk'
import { type FieldSpec, projectDerived } from '@xinchu/validators'
import { figure } from '../lib/figures.ts'
import { batchOf, outcomeOf } from './decided.ts'
import { at, derived, type FieldLine, line, rowLine, rowsOf, type Section } from './lines.tsx'
import type { PortalKind } from './portal-kind.ts'
import { RepeatsCard } from './repeats-card.tsx'

/** Whether a field that applies only in some states is empty and does not apply. */
function isIdle({ name, required }: FieldSpec, record: object): boolean {
  if (typeof required !== 'object') return false
  const value = at(record, name)
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty && !required.in.includes(String(at(record, required.field) ?? ''))
}

const HYBRID: readonly FieldSpec[] = fields.EsProjectFields.filter(({ name }) =>
  ['techType', 'ratedPower', 'ratedEnergy'].includes(name),
)

function linesOf(spec: FieldSpec, it: Project): FieldLine[] {
  const { durationHours, unitCost } = projectDerived({ ...it })
  switch (spec.name) {
    case 'hybridDetail':
      return rowsOf(it, spec.name).map((row, index) => rowLine(spec, HYBRID, row, index))
    case 'ratedEnergy':
      return [line(spec, it), derived('储能时长', `${figure(durationHours)} h`)]
    case 'totalInvestment':
      return [line(spec, it), derived('单位造价', `${figure(unitCost)} 元/kWh`)]
    default:
      return [line(spec, it)]
  }
}

const sectionsOf = (it: Project): Section[] =>
  Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => ({
    key,
    title,
    lines: fields.EsProjectFields.filter(
      (spec) => spec.group === key && spec.name !== 'attachmentIds' && !isIdle(spec, it),
    ).flatMap((spec) => linesOf(spec, it)),
  }))

/** 储能项目. */
export const project: PortalKind<Project> = {
  code: 'PROJECT',
  fetch: (sdk, id, signal) => sdk.projects.get(id, { signal }),
  sections: sectionsOf,
  files: ({ attachments = [] }) => ({ attachmentIds: attachments }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { goal } = decision
    const { failed, undo } = await sdk.projects.submit({
      ...batchOf(decision),
      action: goal.action as 'PASS', // the goals of a project are its moves
      target: goal.target ?? 'province',
    })
    return outcomeOf(failed[0], undo)
  },
  open: (id) => ({ to: '/esproject/detail/$id', params: { id: String(id) } }),
  signIn: (sdk, id) => sdk.projects.read({ ids: [id] }),
  Repeats: RepeatsCard,
}
