import { SpecField } from '../../../ui/form/spec-field.tsx'
import { isJudged } from './feedback-model.ts'
import { Opinions } from './opinions.tsx'
import type { Row } from './result-model.ts'

const NO_NAMES: ReadonlyMap<number, string> = new Map()

/** The experts' opinions on a project that fails, beside what its applicant will be told. */
export function FeedbackFields({ row }: { row: Row }) {
  if (!isJudged(row)) return null
  return (
    <div className="grid gap-4 border-line border-t px-2.5 py-3 text-s lg:grid-cols-2">
      <Opinions row={row} names={NO_NAMES} />
      {/* A long text takes the whole row of a form. */}
      <div>
        <SpecField
          name={row.demoCode}
          hint="公示后告知申报单位与推荐单位；已填入专家意见，不分专家，请核改"
        />
      </div>
    </div>
  )
}
