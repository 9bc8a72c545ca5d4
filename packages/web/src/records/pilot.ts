import type { DemoProjectDetail } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { isRecord } from '../lib/stored.ts'
import { batchOf, outcomeOf } from './decided.ts'
import { at, type FieldLine, line, rowLine, rowsOf, type Section } from './lines.tsx'
import { openedParts, PartsChoice } from './parts-choice.tsx'
import { partSpecs, pilotRows, SAVED_PARTS, titleOfPart } from './pilot-parts.ts'
import type { PortalKind } from './portal-kind.ts'
import { projectNames } from './project-names.ts'

/** Names of what fields of a demonstration project refer to. */
const NAMES = { ...projectNames, recommendOrgId: 'recommendOrgName', esProjectId: 'linkedProjectCode' }

function linesOf(spec: FieldSpec, part: object): FieldLine[] {
  const specs = pilotRows[spec.name]?.filter(({ name }) => name !== 'id')
  if (!specs) return [line(spec, part, NAMES)]
  const value = at(part, spec.name)
  if (!isRecord(value)) return rowsOf(part, spec.name).map((row, index) => rowLine(spec, specs, row, index))
  return [{ ...rowLine(spec, specs, value, 0), field: spec.name, caption: spec.caption }]
}

/** A demonstration project by parts. */
const sectionsOf = (demo: DemoProjectDetail): Section[] => {
  const { application = {}, implementation = {}, brief = {} } = demo
  const contents = { MASTER: demo, APPLICATION: application, IMPLEMENTATION: implementation, BRIEF: brief }
  return SAVED_PARTS.map((part) => ({
    key: part,
    title: titleOfPart(part),
    lines: partSpecs[part]
      .filter(({ name }) => name !== 'commitment' && name !== 'coverFileId')
      .flatMap((spec) => linesOf(spec, contents[part])),
  }))
}

/** 示范项目. */
export const pilot: PortalKind<DemoProjectDetail> = {
  code: 'DEMO',
  fetch: (sdk, id, signal) => sdk.demoProjects.get({ id }, { signal }),
  sections: sectionsOf,
  files: ({ attachments }) => ({ attachmentIds: attachments }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { goal, parts } = decision
    const { failed, undo } = await sdk.demoProjects.updateStatuses({
      ...batchOf(decision),
      action: goal.action as 'PASS', // the goals of a demonstration project are actions of its flow
      ...(parts ? { parts: [...parts] } : {}),
    })
    return outcomeOf(failed[0], undo)
  },
  parts: { opened: openedParts, Choice: PartsChoice },
}
