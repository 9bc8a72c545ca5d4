import { Field } from '../../ui/field.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import { type Answer, faultsOf, isComplete, isQuantity, lackOf } from './assess-model.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import type { AssessIndex } from './queries.ts'
import { ScoreRule } from './score-rule.tsx'

interface AssessItemProps {
  index: AssessIndex
  answer: Answer
  isOpen: boolean
  onChange: (change: Partial<Answer>) => void
}

const boundsHint = ({ lowerBound, upperBound }: AssessIndex) =>
  lowerBound === undefined || upperBound === undefined ? undefined : `${lowerBound} 至 ${upperBound}`

function Mark({ index, answer }: Pick<AssessItemProps, 'index' | 'answer'>) {
  const isDone = isComplete(index, answer)
  return (
    <span className={`text-xs ${isDone ? 'text-success' : 'text-warning'}`}>
      {isDone ? '已填' : lackOf(index, answer)}
    </span>
  )
}

/** One index: what is claimed, the score that the unit gives itself, the rule beside it, and the evidence. */
export function AssessItem({ index, answer, isOpen, onChange }: AssessItemProps) {
  const faults = faultsOf(index, answer)
  return (
    <li
      id={`index-${index.id}`}
      className="grid scroll-mt-20 gap-x-5 gap-y-3 border-line border-b px-4 py-3.5 last:border-b-0 xl:grid-cols-[minmax(0,1fr)_minmax(0,280px)]"
    >
      <div className="grid min-w-0 content-start gap-2">
        <h3 className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="text-ink-faint text-s tabular-nums">{index.code}</span>
          <span className="font-medium">{index.indexName}</span>
          <span className="text-ink-faint text-s">{index.fullScore} 分</span>
          <Mark index={index} answer={answer} />
        </h3>
        <div className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_132px]">
          {isQuantity(index) ? (
            <Field label="数值" required hint={boundsHint(index)} error={faults.value}>
              {(control) => (
                <NumberInput
                  {...control}
                  unit={index.unit}
                  disabled={!isOpen}
                  value={answer.value}
                  onValue={(value) => onChange({ value })}
                />
              )}
            </Field>
          ) : (
            <Field label="说明" required>
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  maxLength={1000}
                  disabled={!isOpen}
                  value={answer.text}
                  onValue={(text) => onChange({ text })}
                />
              )}
            </Field>
          )}
          <Field label="自评分" required hint={`0–${index.fullScore}`} error={faults.score}>
            {(control) => (
              <NumberInput
                {...control}
                unit="分"
                disabled={!isOpen}
                value={answer.selfScore}
                onValue={(selfScore) => onChange({ selfScore })}
              />
            )}
          </Field>
        </div>
        <EvidenceFiles
          of={index.indexName}
          files={answer.files}
          isOpen={isOpen}
          onFiles={(files) => onChange({ files })}
        />
      </div>
      <section
        aria-label={`${index.indexName}，评分细则`}
        className="content-start self-start rounded-lg bg-sunken px-3.5 py-2.5"
      >
        <ScoreRule rule={index.scoreRule} />
      </section>
    </li>
  )
}
