import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/inputs.tsx'
import { RuleCode } from '../../../ui/rule-code.tsx'
import { isJudged, LONGEST, problemOf } from './feedback-model.ts'
import { Opinions } from './opinions.tsx'
import type { Row } from './result-model.ts'
import type { FeedbackTexts } from './use-feedback.ts'

const NO_NAMES: ReadonlyMap<number, string> = new Map()

/** The experts' opinions on a project that fails, beside what its applicant will be told. */
export function FeedbackFields({ row, feedback }: { row: Row; feedback: FeedbackTexts }) {
  if (!isJudged(row)) return null
  const text = feedback.textOf(row)
  const problem = problemOf(text)
  return (
    <div className="grid gap-4 border-line border-t px-2.5 py-3 text-s lg:grid-cols-2">
      <Opinions row={row} names={NO_NAMES} />
      <Field
        label={`反馈意见：${row.projectName}`}
        required
        error={problem}
        rule={<RuleCode code="M-022" />}
        hint="公示后告知申报单位与推荐单位；已填入专家意见，不分专家，请核改"
      >
        {(control) => (
          <Textarea
            {...control}
            rows={9}
            maxLength={Math.max(LONGEST, text.length)}
            value={text}
            onValue={(next) => feedback.write(row, next)}
          />
        )}
      </Field>
    </div>
  )
}
