import { StepButton } from './step-button.tsx'

interface PageStepsProps {
  current: number
  count: number
  onChange: (page: number) => void
}

/** Leads to the previous and next page of a document. */
export function PageSteps({ current, count, onChange }: PageStepsProps) {
  return (
    <div className="flex items-center gap-0.5 text-s">
      <StepButton
        icon="chevronLeft"
        label="上一页"
        isEnd={current <= 1}
        onStep={() => onChange(current - 1)}
      />
      <span className="text-ink-soft tabular-nums">
        第 {current} / {count} 页
      </span>
      <StepButton
        icon="chevronRight"
        label="下一页"
        isEnd={current >= count}
        onStep={() => onChange(current + 1)}
      />
    </div>
  )
}
