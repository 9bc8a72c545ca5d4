import { DictText } from '../../ui/dict-text.tsx'
import type { AssessStage } from './queries.ts'

interface StagePillsProps {
  stages: readonly AssessStage[]
  stage: AssessStage
  onStage: (stage: AssessStage) => void
}

/** Chooses a stage of assessment. */
export function StagePills({ stages, stage, onStage }: StagePillsProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">评价阶段</legend>
      {stages.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === stage}
          onClick={() => onStage(each)}
          className="rounded-full border border-line bg-surface px-3 py-0.5 text-ink-soft text-s hover:bg-hover aria-pressed:border-brand-line aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          <DictText dict="assess_stage" value={each} />
        </button>
      ))}
    </fieldset>
  )
}
