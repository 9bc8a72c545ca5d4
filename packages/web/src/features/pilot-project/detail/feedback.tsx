import type { DemoProjectDetail } from '@xinchu/sdk'

const STAGES = { PRIMARY: '初评', EXCELLENT: '优选' } as const

/** What a project is told of its review: the experts' conclusions, counted, and the feedback if it was not selected. */
export function Feedback({ review }: { review: NonNullable<DemoProjectDetail['reviewFeedback']> }) {
  const { stage, conclusionText, feedback } = review
  return (
    <section className="card" aria-label="评审反馈">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-4 py-2.5">
        <span className="font-medium">评审反馈</span>
        <span className="text-ink-soft text-s">
          {STAGES[stage]}专家结论：{conclusionText || '无'}
        </span>
      </h2>
      {feedback && <p className="whitespace-pre-wrap break-words px-4 py-3">{feedback}</p>}
    </section>
  )
}
