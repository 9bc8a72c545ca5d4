import type { FlowInfo } from '@xinchu/sdk'
import { RecordNews } from './record-news.tsx'
import type { ReviewEntity } from './review.ts'

interface FormNewsProps {
  entity: ReviewEntity
  /** The record of the form; undefined before it is stored. */
  id: number | undefined
  history: FlowInfo['history']
  /** Input from before the last step of somebody else is still in the form. */
  isHeld: boolean
}

/** What others did with the record of a long form. Stays in sight wherever its author writes. */
export const FormNews = ({ id, ...news }: FormNewsProps) =>
  id !== undefined && (
    <div className="sticky top-[var(--frame-top,0px)] z-30 bg-canvas">
      <RecordNews key={id} id={id} {...news} />
    </div>
  )
