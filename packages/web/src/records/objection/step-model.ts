import { fields } from '@xinchu/contract/fields'
import type { DemoObjection } from '@xinchu/sdk'
import { countWords, DEPARTURE_WORDS, type FieldSpec, type Issue, issue } from '@xinchu/validators'
import type { CrossCheck } from '../../ui/form/issues.ts'
import { type FormValues, filesAt, listAt, textAt } from '../../ui/form/values.ts'
import type { ObjectionStep } from './queries.ts'

export type StepAction = ObjectionStep['action']

interface StepWords {
  title: string
  /** Label of the text and of the button. */
  text: string
  button: string
  /** Fewest words of the text. */
  least: number
  hint?: string
  done: string
}

export const STEPS: Readonly<Record<StepAction, StepWords>> = {
  FORWARD: {
    ...{ title: '转办异议', text: '转办内容', button: '转办', least: 10, done: '已转推荐单位核实' },
    hint: '转办内容由推荐单位与申报单位看到，不得含异议人的姓名、单位与联系方式',
  },
  VERIFY: { title: '核实异议', text: '核实意见', button: '提交核实意见', least: 20, done: '已报送核实意见' },
  RETURN: { title: '退回重核', text: '退回意见', button: '退回重核', least: 2, done: '已退回推荐单位重核' },
  ANSWER: {
    ...{ title: '答复异议', text: '答复', button: '答复', least: 20, done: '已答复异议' },
    hint: '答复由异议人、申报单位与推荐单位看到',
  },
  DECLINE: {
    ...{ title: '不予受理', text: '理由', button: '不予受理', least: 5, done: '已不予受理' },
    hint: '非实名、与公示项目无关或重复提出的，写明理由告知异议人',
  },
}

const ofStep: readonly FieldSpec[] = fields.ObjectionStep

const MOST_WORDS: Readonly<Partial<Record<StepAction, number>>> = { RETURN: 500, ANSWER: 1000, DECLINE: 1000 }

const own = (name: string, more: Partial<FieldSpec> = {}): FieldSpec[] =>
  ofStep.filter((spec) => spec.name === name).map((spec) => ({ ...spec, ...more }))

/** Whether the nation answers what the recommender has not verified in time. */
export const isUnverified = ({ status }: DemoObjection): boolean => status === 'FORWARDED'

/** The fields of a step. The conclusion of an answer is one of two; declining is a step of its own. */
export function specsOf(action: StepAction, objection: DemoObjection): FieldSpec[] {
  const { text: caption } = STEPS[action]
  const most = MOST_WORDS[action]
  const text = own('text', { caption, ...(most ? { maxLength: most } : {}) })
  switch (action) {
    case 'FORWARD':
      return [...text, ...own('fileIds', { caption: '转办的证明材料' })]
    case 'VERIFY':
      return [...own('finding', { required: 'submit' }), ...text, ...own('fileIds', { caption: '核实材料' })]
    case 'ANSWER':
      return [
        ...own('conclusion', { caption: '结论', required: 'submit' }),
        ...text,
        ...(isUnverified(objection) ? own('reason', { required: 'submit' }) : []),
        ...own('cancelReason'),
      ]
    default:
      return text
  }
}

export const isUpheld = (values: FormValues): boolean => textAt(values, 'conclusion') === 'UPHELD'

const tooShort = (values: FormValues, name: string, least: number): Issue[] => {
  const left = least - countWords(textAt(values, name))
  return left > 0 ? [issue(name, `还需 ${left} 字`, 'error', 'E-030')] : []
}

/** Texts that are too short. */
export const checkOf =
  (action: StepAction): CrossCheck =>
  (_draft, _stage, values) => [
    ...tooShort(values, 'text', STEPS[action].least),
    ...(action === 'ANSWER' && isUpheld(values) ? tooShort(values, 'cancelReason', DEPARTURE_WORDS) : []),
  ]

/** The step as it is sent. */
export function stepOf(
  action: StepAction,
  { id, version, demoCode }: DemoObjection,
  values: FormValues,
): ObjectionStep {
  const base = { id, version, action, text: textAt(values, 'text').trim() }
  switch (action) {
    case 'FORWARD':
      return { ...base, fileIds: listAt(values, 'fileIds').map(Number) }
    case 'VERIFY':
      return {
        ...base,
        finding: textAt(values, 'finding') as 'PARTLY', // a value of its dictionary
        fileIds: filesAt(values, 'fileIds').map((file) => file.id),
      }
    case 'ANSWER':
      return {
        ...base,
        conclusion: isUpheld(values) ? 'UPHELD' : 'REJECTED',
        ...(isUpheld(values) ? { cancelReason: textAt(values, 'cancelReason').trim(), demoCode } : {}),
        ...(textAt(values, 'reason') ? { reason: textAt(values, 'reason').trim() } : {}),
      }
    default:
      return base
  }
}
