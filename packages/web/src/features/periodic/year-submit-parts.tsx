import { type Issue, isEmpty } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import type { FormValues } from '../../ui/form/values.ts'
import { Checkbox, Input } from '../../ui/inputs.tsx'
import { isReason, LEAST_REASON } from './usage-submission.ts'
import { calcRows, totalsOf, yearSpecs } from './year-model.ts'

/** Reasons and the answer to a return, by key. */
export type Texts = Readonly<Record<string, string>>

/** Fields that a reviewer expects, although they are optional. */
const EXPECTED: readonly string[] = ['plannedInvestment', 'target2027Power', 'target2030Power', 'basis']

const ANSWER = '#answer'

/** Key of the reason for a warning. */
export const reasonKey = ({ field, message }: Issue): string => `${field} ${message}`

/** The answer to a return without changes. */
export const answerIn = (texts: Texts): string => texts[ANSWER]?.trim() ?? ''

/** What is submitted in figures, and what is not filled in. */
export function SubmittedFigures({ values }: { values: FormValues }) {
  const rows = calcRows(values)
  const totals = totalsOf(rows)
  const missing = yearSpecs.filter(({ name }) => EXPECTED.includes(name) && isEmpty(values[name]))
  const figures = [
    ['分项', `${rows.length} 行`],
    ['上年末', `${figure(totals.lastPower)} MW`],
    ['新增', `${figure(totals.addPower)} MW`],
    ['退役', `${figure(totals.retirePower)} MW`],
    ['年末', `${figure(totals.lastPower + totals.addPower - totals.retirePower)} MW`],
  ]
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 rounded-lg border border-line px-4 py-2.5">
        {figures.map(([caption, text]) => (
          <div key={caption} className="flex gap-2">
            <dt className="text-ink-soft">{caption}</dt>
            <dd className="font-medium tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="text-warning">尚未填写：{missing.map(({ caption }) => caption).join('、')}</p>
      )}
    </>
  )
}

const sentenceOf = ({ field, message }: Issue): string => {
  const [, row] = field.split('.')
  return row === undefined ? message : `第 ${Number(row) + 1} 行：${message}`
}

interface TextProps {
  texts: Texts
  onTexts: (texts: Texts) => void
}

const inputAt = (key: string, { texts, onTexts }: TextProps) => ({
  maxLength: 500,
  value: texts[key] ?? '',
  onValue: (text: string) => onTexts({ ...texts, [key]: text }),
})

/** The warnings, each with its reason. */
export function WarningReasons({ warnings, ...texts }: TextProps & { warnings: readonly Issue[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label="警告" className="rounded-lg border border-warning-line">
      <h3 className="bg-warning-soft px-4 py-2 text-warning">警告 {warnings.length} 条，须写明原因</h3>
      <ul className="divide-y divide-line">
        {warnings.map((warning) => (
          <li key={reasonKey(warning)} className="grid gap-1 px-4 py-2">
            {sentenceOf(warning)}
            <Input
              aria-label={`${sentenceOf(warning)}，原因`}
              placeholder="请写明原因"
              {...inputAt(reasonKey(warning), texts)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface UnchangedProps extends TextProps {
  isTicked: boolean
  onTicked: (isTicked: boolean) => void
}

/** A returned calculation that was not changed is submitted only with a reason. */
export function UnchangedReason({ isTicked, onTicked, ...texts }: UnchangedProps) {
  const hasReason = isReason(answerIn(texts.texts))
  return (
    <section aria-label="退回后未改" className="rounded-lg border border-warning-line">
      <h3 className="bg-warning-soft px-4 py-2 text-warning">退回后未改，默认不提交</h3>
      <div className="grid gap-2 px-4 py-2.5">
        <Input
          aria-label="未改的理由"
          placeholder={`如确认无误，写明理由后勾选，至少 ${LEAST_REASON} 个字`}
          {...inputAt(ANSWER, texts)}
        />
        <Checkbox checked={isTicked && hasReason} disabled={!hasReason} onChecked={onTicked}>
          与退回时相同，确认提交
        </Checkbox>
      </div>
    </section>
  )
}
