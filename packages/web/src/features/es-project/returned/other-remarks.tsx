import { useFormSlice } from '../../../ui/form/context.ts'
import {
  countStates,
  countWords,
  type NumberedRemark,
  type RemarkState,
} from '../../../ui/review/remark-model.ts'
import { type FormReview, useRemarkStates, whyHidden } from './form-review.ts'
import { FormThread } from './returned-field.tsx'

interface CardProps {
  title: string
  items: readonly NumberedRemark[]
  states: readonly RemarkState[]
  notes?: readonly (string | undefined)[]
}

function RemarkCard({ title, items, states, notes = [] }: CardProps) {
  const counts = countStates(states)
  return (
    <section className="card" aria-label={title}>
      <header className="flex items-center border-line border-b px-4 py-2.5">
        <h2 className="mr-auto font-medium">{title}</h2>
        <span className={`text-s ${counts.open > 0 ? 'text-danger' : 'text-success'}`}>
          {countWords(counts)}
        </span>
      </header>
      <div className="grid gap-2 p-4">
        {items.map((item, index) => (
          <FormThread
            key={item.remark.id}
            item={item}
            state={states[index] ?? 'open'}
            note={notes[index]}
            isNamed={item.place !== undefined}
          />
        ))}
      </div>
    </section>
  )
}

/** Remarks on the whole record, above its sections. */
export function WholeRemarks({ review }: { review: FormReview }) {
  const states = useRemarkStates(review.items, review.stored)
  const items = review.items.filter(({ place }) => !place)
  if (items.length === 0) return null
  return (
    <RemarkCard
      title="对整件的意见"
      items={items}
      states={items.map((item) => states[review.items.indexOf(item)] ?? 'open')}
    />
  )
}

/** Remarks on fields that the form no longer shows, and on rows that are gone. */
export function HiddenRemarks({ review }: { review: FormReview }) {
  const reasons = useFormSlice(({ values }) =>
    review.items.map(({ place }) => (place && whyHidden(place, values)) ?? '').join('\n'),
  ).split('\n')
  const states = useRemarkStates(review.items, review.stored)
  const indexes = review.items.flatMap((_, index) => (reasons[index] ? [index] : []))
  if (indexes.length === 0) return null
  return (
    <RemarkCard
      title="已不显示的项"
      items={indexes.flatMap((index) => review.items[index] ?? [])}
      states={indexes.map((index) => states[index] ?? 'open')}
      notes={indexes.map((index) => reasons[index])}
    />
  )
}
