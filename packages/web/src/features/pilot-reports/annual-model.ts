import { fields } from '@xinchu/contract/fields'
import { countWords, decimal4OrZero } from '@xinchu/validators'
import type { StoredFile } from '../../ui/ports.ts'
import type { AnnualDraft, AnnualReport } from './annual-queries.ts'

/** Texts of a report, in the order of its chapters. */
export const TEXTS = [
  'buildSummary',
  'operationSummary',
  'techEffect',
  'safetySummary',
  'policyExecution',
  'problems',
  'nextYearPlan',
] as const
export type TextName = (typeof TEXTS)[number]

export type UsageName = NonNullable<AnnualReport['usageReasons']>[number]['field']
// The catalogue of fields has the properties of the schema.
export const USAGE = fields.AnnualUsage.map(({ name }) => name) as UsageName[]
const MONEY = ['revenue', 'cost', 'profit'] as const
export type MoneyName = (typeof MONEY)[number]

/** One indicator with its promised and reached values, as typed. */
export interface TargetRow {
  /** Identity of the row while it is edited. */
  key: string
  indicator: string
  unit: string
  planValue: string
  actualValue: string
  achieved: boolean | undefined
}

/** Reason why a figure differs from the sum of the quarters, with files as proof. */
export interface Reason {
  text: string
  files: readonly StoredFile[]
}

const NO_REASON: Reason = { text: '', files: [] }

/** Form values of a report, as typed. */
export interface AnnualForm {
  texts: Readonly<Record<TextName, string>>
  usage: Readonly<Record<string, string>>
  reasons: Readonly<Partial<Record<UsageName, Reason>>>
  targets: readonly TargetRow[]
  money: Readonly<Record<MoneyName, string>>
  moneyText: string
  stamped: StoredFile | undefined
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** The reasons of a report. A common reason for all figures applies to each changed one. */
function reasonsOf({
  usageReasons,
  usageReason,
  usageFiles = [],
  usage = {},
  quarterSums = {},
}: AnnualReport) {
  if (!usageReasons && usageReason)
    return Object.fromEntries(
      USAGE.filter((name) => isChanged(textOf(usage[name]), quarterSums[name])).map((name) => [
        name,
        { text: usageReason, files: [] },
      ]),
    )
  return Object.fromEntries(
    (usageReasons ?? []).map(({ field, reason = '', evidenceFileIds = [] }) => [
      field,
      {
        text: reason,
        files: evidenceFileIds.flatMap((id) => usageFiles.find((file) => file.id === id) ?? []),
      },
    ]),
  )
}

export function formOf(report: AnnualReport): AnnualForm {
  const usage: Readonly<Record<string, unknown>> = { ...report.usage }
  const { revenue, cost, profit, text } = report.economicEffect ?? {}
  return {
    texts: {
      buildSummary: textOf(report.buildSummary),
      operationSummary: textOf(report.operationSummary),
      techEffect: textOf(report.techEffect),
      safetySummary: textOf(report.safetySummary),
      policyExecution: textOf(report.policyExecution),
      problems: textOf(report.problems),
      nextYearPlan: textOf(report.nextYearPlan),
    },
    usage: Object.fromEntries(USAGE.map((name) => [name, textOf(usage[name])])),
    reasons: reasonsOf(report),
    targets: (report.targets ?? []).map(({ indicator, unit, planValue, actualValue, achieved }, index) => ({
      key: `stored-${index}`,
      indicator,
      unit: textOf(unit),
      planValue: textOf(planValue),
      actualValue: textOf(actualValue),
      achieved,
    })),
    money: { revenue: textOf(revenue), cost: textOf(cost), profit: textOf(profit) },
    moneyText: textOf(text),
    stamped: report.stampedFile,
  }
}

const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))
const filled = (text: string): string | undefined => text.trim() || undefined

/** Whether all typed numbers are valid. */
export const isSound = ({ usage, targets, money }: AnnualForm): boolean =>
  [
    ...Object.values(usage),
    ...Object.values(money),
    ...targets.flatMap(({ planValue, actualValue }) => [planValue, actualValue]),
  ].every((text) => text.trim() === '' || decimal4OrZero(text) === null)

type Filled<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** The values that are there. Where one is missing, so is its key: the fields of a draft are optional. */
const withoutEmpty = <T extends object>(values: T): Filled<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Filled<T>

export const reasonFor = ({ reasons }: Pick<AnnualForm, 'reasons'>, name: UsageName): Reason =>
  reasons[name] ?? NO_REASON

const sentReason = (field: UsageName, { text, files }: Reason) =>
  text.trim() === '' && files.length === 0
    ? []
    : [
        {
          field,
          ...(text.trim() ? { reason: text.trim() } : {}),
          ...(files.length > 0 ? { evidenceFileIds: files.map(({ id }) => id) } : {}),
        },
      ]

/** Converts the form to the request, without empty values. */
export function draftOf(form: AnnualForm): Omit<AnnualDraft, 'action'> {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, filled(form.texts[name])]))
  const usage = Object.fromEntries(USAGE.map((name) => [name, number(form.usage[name] ?? '')]))
  const { revenue, cost, profit } = form.money
  return withoutEmpty({
    ...texts,
    usage: withoutEmpty(usage),
    usageReasons: USAGE.flatMap((field) => sentReason(field, reasonFor(form, field))),
    targets: form.targets
      .filter(({ indicator }) => indicator.trim() !== '')
      .map(({ indicator, unit, planValue, actualValue, achieved }) =>
        withoutEmpty({
          indicator: indicator.trim(),
          unit: filled(unit),
          planValue: number(planValue),
          actualValue: number(actualValue),
          achieved,
        }),
      ),
    economicEffect: withoutEmpty({
      revenue: number(revenue),
      cost: number(cost),
      profit: number(profit),
      text: filled(form.moneyText),
    }),
    stampedFileId: form.stamped?.id,
  })
}

// Figures have four decimals.
const TOLERANCE = 0.000_05

/** Whether a figure differs from that of the quarters. */
export function isChanged(text: string, sum: number | undefined): boolean {
  const value = number(text)
  return sum !== undefined && value !== undefined && Math.abs(value - sum) > TOLERANCE
}

/** A figure beside the sum of its quarters. */
export interface Figure {
  name: UsageName
  sum: number | undefined
  isChanged: boolean
  /** A changed figure needs a reason. */
  lacksReason: boolean
  /** The sum at the time of input, if the quarters have changed since. */
  earlierSum: number | undefined
}

const REASON_LENGTH = 10

/** Returns the figures of a report with their deviation from the quarters. */
export function figuresOf(form: AnnualForm, { quarterSums = {}, usageBase = {} }: AnnualReport): Figure[] {
  return USAGE.map((name) => {
    const sum = quarterSums[name]
    const base = usageBase[name]
    const changed = isChanged(form.usage[name] ?? '', sum)
    return {
      name,
      sum,
      isChanged: changed,
      lacksReason: changed && countWords(reasonFor(form, name).text) < REASON_LENGTH,
      earlierSum: changed && base !== undefined && isChanged(String(base), sum) ? base : undefined,
    }
  })
}

/** Returns the report with some figures reset to the sums of the quarters. */
export const restored = (
  form: AnnualForm,
  names: readonly UsageName[],
  sums: NonNullable<AnnualReport['quarterSums']>,
): AnnualForm => ({
  ...form,
  usage: { ...form.usage, ...Object.fromEntries(names.map((name) => [name, textOf(sums[name])])) },
  reasons: Object.fromEntries(
    USAGE.flatMap((name) => (names.includes(name) ? [] : [[name, reasonFor(form, name)]])),
  ),
})
