import { fields } from '@xinchu/contract/fields'
import {
  type FieldSpec,
  filerGaps,
  type Issue,
  isObjectionTextShort,
  issue,
  OBJECTION_WORDS,
} from '@xinchu/validators'
import { smsIssues } from '../../../ui/form/sms-field.tsx'
import { type FormValues, textAt } from '../../../ui/form/values.ts'
import { captchaSpec } from '../captcha-field.tsx'

const LEAST_NAME = 2

export const KINDS = [
  { value: 'PERSON', label: '个人' },
  { value: 'UNIT', label: '单位' },
]

const project: FieldSpec = { name: 'projectId', caption: '公示项目', kind: 'string', draft: true }
const kind: FieldSpec = { name: 'kind', caption: '以何名义', kind: 'string', draft: true }

export const specs: readonly FieldSpec[] = [
  project,
  kind,
  ...fields.DemoObjectionDraft.filter(({ name }) => name === 'text'),
  ...fields.ObjectionFiler,
  ...fields.ObjectionOpening,
  captchaSpec,
]

export const STEPS = ['项目与理由', '异议人', '手机验证', '证明材料'] as const
export const PHONE_STEP = 2
export const LAST_STEP = STEPS.length - 1

export const isUnit = (values: FormValues): boolean => textAt(values, 'kind') === 'UNIT'

/** The fields of a step. */
export function namesOf(step: number, values: FormValues): readonly string[] {
  if (step === 0) return ['projectId', 'text']
  if (step === 1) return isUnit(values) ? ['kind', 'unit', 'creditCode', 'name'] : ['kind', 'name']
  return step === PHONE_STEP ? ['phone', 'smsCode'] : []
}

/** The step that has a field of the call. */
export function stepOf(field: string): number | undefined {
  const name = field.split('.').at(-1) ?? ''
  const found = STEPS.findIndex((_, step) => namesOf(step, { kind: 'UNIT' }).includes(name))
  return found < 0 ? undefined : found
}

const GAPS = { unit: '请填写单位全称', creditCode: '请填写统一社会信用代码' } as const

export function filingIssues(values: FormValues): Issue[] {
  const [text, name] = [textAt(values, 'text').trim(), textAt(values, 'name').trim()]
  const filer = { unit: textAt(values, 'unit'), creditCode: textAt(values, 'creditCode') }
  return [
    ...smsIssues(values),
    ...(text !== '' && isObjectionTextShort(text)
      ? [issue('text', `请写明事实与理由，不少于 ${OBJECTION_WORDS} 字`, 'error', 'E-031')]
      : []),
    ...(name !== '' && [...name].length < LEAST_NAME
      ? [issue('name', '请填写真实姓名', 'error', 'E-031')]
      : []),
    ...filerGaps(filer, isUnit(values)).map((field) => issue(field, GAPS[field], 'error', 'F-001')),
  ]
}

/** Who files, as the call takes it. */
export const personOf = (values: FormValues) => ({
  name: textAt(values, 'name').trim(),
  ...(isUnit(values)
    ? { unit: textAt(values, 'unit').trim(), creditCode: textAt(values, 'creditCode').trim() }
    : {}),
})

const KEY = 'objection'
const KEPT = ['projectId', 'text', 'kind', 'name', 'unit', 'creditCode', 'phone'] as const

/** Input that was typed in this tab before. */
export function keptInput(): FormValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    const values = { ...Object(kept) } as FormValues // texts are read from it by name
    return Object.fromEntries(
      KEPT.flatMap((name) => (textAt(values, name) === '' ? [] : [[name, textAt(values, name)]])),
    )
  } catch {
    return {}
  }
}

export function keepInput(values: FormValues): void {
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, textAt(values, name)]))),
    )
  } catch {
    // A browser without storage keeps nothing.
  }
}

export function forgetInput(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // A browser without storage has kept nothing.
  }
}
