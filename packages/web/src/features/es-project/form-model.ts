import { AppSubScenario, BuildStatus, TechType } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { Project } from '@xinchu/sdk'
import {
  checkProject,
  type FieldSpec,
  type Issue,
  issue,
  needsRecordProof,
  type PlaceBoxes,
} from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import type { FileKind } from '../../ui/form/files-field.tsx'
import type { CrossCheck } from '../../ui/form/issues.ts'
import { type FormValues, filesAt, type RowSpecs, textAt, valuesOf } from '../../ui/form/values.ts'

export const projectSpecs: readonly FieldSpec[] = fields.EsProjectFields

const part = (name: string): FieldSpec => {
  const spec = projectSpecs.find((each) => each.name === name)
  if (!spec) throw new Error(`projects have no field ${name}`)
  return { ...spec, required: 'submit' }
}

/** One technology of a hybrid plant, with the plant's field specs. */
export const projectRows: RowSpecs = {
  hybridDetail: [part('techType'), part('ratedPower'), part('ratedEnergy')],
}

/** Dependent choices with their parent field. */
export const projectParents: Readonly<Record<string, string>> = {
  techSubType: 'techType',
  appSubScenario: 'appScenario',
}

const RECORD_PROOF = 'PROJECT_RECORD'

export const projectFiles = (buildStatus: string): readonly FileKind[] => [
  { bizType: RECORD_PROOF, label: '项目备案证', required: needsRecordProof(buildStatus) },
  { bizType: 'PROJECT_GRID', label: '接入批复' },
  { bizType: 'PROJECT_OTHER', label: '其他附件' },
]

function attachmentIssues(values: FormValues): Issue[] {
  const files = filesAt(values, 'attachmentIds')
  const isProven = files.some(({ bizType }) => bizType === RECORD_PROOF)
  // A missing file is reported elsewhere.
  if (files.length === 0 || isProven || !needsRecordProof(textAt(values, 'buildStatus'))) return []
  return [issue('attachmentIds', '请上传项目备案证', 'error', 'P-013')]
}

/**
 * Rules across the fields of a project.
 * @param boxes gives the boxes of divisions once they are there
 */
export const projectCheck =
  (boxes: () => PlaceBoxes | undefined): CrossCheck =>
  (draft, stage, values) => [
    ...checkProject(draft, today(), boxes()),
    ...(stage === 'submit' ? attachmentIssues(values) : []),
  ]

/** Converts a stored project to form values. */
export const projectValues = (project: Project): FormValues => ({
  ...valuesOf(projectSpecs, project, projectRows),
  attachmentIds: project.attachments ?? [],
})

const PAIRED = [AppSubScenario.renewable, AppSubScenario.thermal]

/** Fields that apply only while another field has one of these values. */
const ONLY_WHEN: Readonly<Record<string, readonly [field: string, values: readonly string[]]>> = {
  hybridDetail: ['techType', [TechType.hybrid]],
  pairedProjectName: ['appSubScenario', PAIRED],
  pairedCapacity: ['appSubScenario', PAIRED],
  stopDate: ['buildStatus', [BuildStatus.stopped, BuildStatus.retired]],
  retireDate: ['buildStatus', [BuildStatus.retired]],
  terminateDate: ['buildStatus', [BuildStatus.terminated]],
  stopReason: ['buildStatus', [BuildStatus.stopped, BuildStatus.retired, BuildStatus.terminated]],
}

/** Whether a field is shown: it applies to the status or has a value. */
export function isShown(name: string, values: FormValues): boolean {
  const condition = ONLY_WHEN[name]
  if (!condition) return true
  const value = values[name]
  const isFilled = Array.isArray(value) ? value.length > 0 : Boolean(value)
  return isFilled || condition[1].includes(textAt(values, condition[0]))
}
