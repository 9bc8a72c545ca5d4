import { fields } from '@xinchu/sdk/fields'
import { decimal4OrZero } from '@xinchu/validators'
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

const USAGE = fields.AnnualUsage.map(({ name }) => name)
const MONEY = ['revenue', 'cost', 'profit'] as const
export type MoneyName = (typeof MONEY)[number]

/** One indicator that was promised and reached, as it is typed. */
export interface TargetRow {
  /** Tells the rows apart while they are edited. */
  key: string
  indicator: string
  unit: string
  planValue: string
  actualValue: string
  achieved: boolean | undefined
}

/** A report as it is typed. */
export interface AnnualForm {
  texts: Readonly<Record<TextName, string>>
  usage: Readonly<Record<string, string>>
  usageReason: string
  targets: readonly TargetRow[]
  money: Readonly<Record<MoneyName, string>>
  moneyText: string
  stamped: StoredFile | undefined
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

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
    usageReason: textOf(report.usageReason),
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

/** Whether every number can be sent as it was typed. */
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

/** The report as it is sent, without what is empty. */
export function draftOf(form: AnnualForm): Omit<AnnualDraft, 'action'> {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, filled(form.texts[name])]))
  const usage = Object.fromEntries(USAGE.map((name) => [name, number(form.usage[name] ?? '')]))
  const { revenue, cost, profit } = form.money
  return withoutEmpty({
    ...texts,
    usage: withoutEmpty(usage),
    usageReason: filled(form.usageReason),
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
